import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readLinkSearch } from './get-paid/search.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { PageError } from './ui/page-error.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home.tsx'), 'Home'),
});

const getPaid = createRoute({
  getParentRoute: () => rootRoute,
  path: '/get-paid',
  validateSearch: readLinkSearch,
  component: lazyRouteComponent(() => import('./get-paid/get-paid.tsx'), 'GetPaid'),
});

const newLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/get-paid/new',
  component: lazyRouteComponent(() => import('./get-paid/new-link.tsx'), 'NewLink'),
});

const payment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/$requestId',
  component: lazyRouteComponent(() => import('./payment/payment.tsx'), 'Payment'),
});

const routeTree = rootRoute.addChildren([home, getPaid, newLink, payment]);

/** The routes of the dashboard; the code of each page is loaded when it is first shown. */
export function createDashboardRouter() {
  return createRouter({
    routeTree,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error }) => (
      <PageError error={error instanceof Error ? error : new Error()} />
    ),
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
