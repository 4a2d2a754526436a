import './dashboard.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { root } from './config.ts';
import { createDashboardRouter } from './router.tsx';
import { noteSignedOut, sessionQuery } from './session/session.ts';
import { applyScheme, readScheme } from './shell/scheme.ts';

/** A refusal stays one when it is asked again; an outage may pass. */
const RETRIES_MAX = 2;

/** What was read is shown again for so long before it is asked for anew. */
const FRESH_MS = 15_000;

/** After so long without them a page is drawn that says that it waits. */
const PATIENCE_MS = 100;

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < RETRIES_MAX && error instanceof ApiError && isOutage(error.status),
    },
  },
});

function isOutage(status: number): boolean {
  return status === 0 || status >= 500;
}

function endSession(error: Error): void {
  if (error instanceof ApiError && error.status === 401) noteSignedOut(queries);
}

applyScheme(readScheme());

if (root !== null) void draw(root);

/**
 * Draws the page. What it waits for is mostly there by then, as the document loads both before this script; React keeps
 * what it draws instead of them, once it has begun to, for 300 ms.
 */
async function draw(element: HTMLElement): Promise<void> {
  const router = createDashboardRouter();
  const ready = Promise.allSettled([router.load(), queries.prefetchQuery(sessionQuery)]);
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
