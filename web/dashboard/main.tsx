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
import { Waiting } from './ui/skeleton.tsx';

/** A refusal stays one when it is asked again; an outage may pass. */
const RETRIES_MAX = 2;

/** What was read is shown again for so long before it is asked for anew. */
const FRESH_MS = 15_000;

/** After so long without what the page needs, one is drawn that says that it waits. */
const PATIENCE_MS = 300;

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
 * Draws the page once all is there that it needs, which is mostly so by then, as the document loads it before this script. What is drawn
 * until then is no fallback of the page itself, which React would keep for another 300 ms.
 */
async function draw(element: HTMLElement): Promise<void> {
  const router = createDashboardRouter();
  const page = createRoot(element);
  const patience = setTimeout(() => page.render(<Waiting />), PATIENCE_MS);
  await Promise.allSettled([router.load(), queries.prefetchQuery(sessionQuery)]);
  clearTimeout(patience);
  page.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
