import './dashboard.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { root } from './config.ts';
import { createDashboardRouter } from './router.tsx';
import { noteSignedOut } from './session/session.ts';
import { applyScheme, readScheme } from './shell/scheme.ts';

/** A refusal stays one when it is asked again; an outage may pass. */
const RETRIES_MAX = 2;

/** What was read is shown again for so long before it is asked for anew. */
const FRESH_MS = 15_000;

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

if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createDashboardRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
