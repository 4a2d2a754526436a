import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readAuditSearch } from './activity/search.ts';
import { readAccountSearch, readCursorSearch } from './admin/search.ts';
import { readApiRequestSearch } from './api-requests/search.ts';
import { readEventSearch } from './events/search.ts';
import { readLinkSearch } from './get-paid/search.ts';
import { readHomeSearch } from './home/search.ts';
import { readPayerSearch } from './payers/search.ts';
import { readPaymentSearch } from './payments/search.ts';
import { readNewPayoutSearch, readPayoutSearch, readRecurringSearch } from './payouts/search.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { errorOf, PageError } from './ui/page-error.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';
import { readDeliverySearch } from './webhooks/search.ts';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readHomeSearch,
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

const payments = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  validateSearch: readPaymentSearch,
  component: lazyRouteComponent(() => import('./payments/payments.tsx'), 'Payments'),
});

const payment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/$requestId',
  component: lazyRouteComponent(() => import('./payment/payment.tsx'), 'Payment'),
});

const payouts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts',
  validateSearch: readPayoutSearch,
  component: lazyRouteComponent(() => import('./payouts/payouts.tsx'), 'Payouts'),
});

const newPayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/new',
  validateSearch: readNewPayoutSearch,
  component: lazyRouteComponent(() => import('./payouts/new-payout.tsx'), 'NewPayout'),
});

const bundles = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/bundles',
  component: lazyRouteComponent(() => import('./payouts/bundles.tsx'), 'Bundles'),
});

const bundle = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/bundles/$token',
  component: lazyRouteComponent(() => import('./payouts/bundle.tsx'), 'Bundle'),
});

const importFile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/import',
  component: lazyRouteComponent(() => import('./payouts/import/import-file.tsx'), 'ImportFile'),
});

const imports = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/imports',
  component: lazyRouteComponent(() => import('./payouts/import/imports.tsx'), 'Imports'),
});

const importOfFile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/imports/$importId',
  component: lazyRouteComponent(() => import('./payouts/import/import.tsx'), 'Import'),
});

const recurring = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/recurring',
  validateSearch: readRecurringSearch,
  component: lazyRouteComponent(() => import('./payouts/recurring/list.tsx'), 'RecurringList'),
});

const newRecurring = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/recurring/new',
  component: lazyRouteComponent(
    () => import('./payouts/recurring/new-recurring.tsx'),
    'NewRecurring',
  ),
});

const recurringOne = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/recurring/$recurringId',
  component: lazyRouteComponent(() => import('./payouts/recurring/recurring.tsx'), 'Recurring'),
});

const savedPayouts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/saved',
  component: lazyRouteComponent(() => import('./payouts/saved/saved.tsx'), 'SavedPayouts'),
});

const payers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/payers',
  validateSearch: readPayerSearch,
  component: lazyRouteComponent(() => import('./payers/list.tsx'), 'Payers'),
});

const newPayer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/new-payer',
  component: lazyRouteComponent(() => import('./payers/new-payer.tsx'), 'NewPayer'),
});

const payer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/payers/$clientUserId',
  component: lazyRouteComponent(() => import('./payers/payer.tsx'), 'Payer'),
});

const newAccount = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/payers/$clientUserId/new-account',
  component: lazyRouteComponent(() => import('./payers/new-account.tsx'), 'NewAccount'),
});

const newBankPayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts/payers/$clientUserId/pay',
  component: lazyRouteComponent(
    () => import('./payouts/bank/new-bank-payout.tsx'),
    'NewBankPayout',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
});

const deliveries = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$webhookId',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./webhooks/deliveries.tsx'), 'Deliveries'),
});

const keys = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys.tsx'), 'Keys'),
});

const destination = createRoute({
  getParentRoute: () => rootRoute,
  path: '/destination',
  component: lazyRouteComponent(() => import('./destination/destination.tsx'), 'Destination'),
});

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'Profile'),
});

const fees = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fees',
  component: lazyRouteComponent(() => import('./fees/fees.tsx'), 'Fees'),
});

const orchestrator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orchestrator',
  component: lazyRouteComponent(() => import('./orchestrator/orchestrator.tsx'), 'Orchestrator'),
});

const orchestratorDeliveries = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orchestrator/webhooks/$webhookId',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(
    () => import('./orchestrator/deliveries.tsx'),
    'OrchestratorDeliveries',
  ),
});

const events = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./events/events.tsx'), 'Events'),
});

const apiRequests = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-requests',
  validateSearch: readApiRequestSearch,
  component: lazyRouteComponent(() => import('./api-requests/api-requests.tsx'), 'ApiRequests'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./activity/audit.tsx'), 'Audit'),
});

const sessions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./activity/sessions.tsx'), 'Sessions'),
});

const security = createRoute({
  getParentRoute: () => rootRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./security/security.tsx'), 'Security'),
});

const health = createRoute({
  getParentRoute: () => rootRoute,
  path: '/health',
  component: lazyRouteComponent(() => import('./health/health.tsx'), 'Health'),
});

const team = createRoute({
  getParentRoute: () => rootRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('./team/team.tsx'), 'Team'),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./team/invitation.tsx'), 'Invitation'),
});

const adminAccounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./admin/accounts.tsx'), 'Accounts'),
});

const adminAccount = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/accounts/$accountId',
  component: lazyRouteComponent(() => import('./admin/account.tsx'), 'Account'),
});

const adminHealth = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/health',
  component: lazyRouteComponent(() => import('./admin/health.tsx'), 'InstallationHealth'),
});

const adminNetworks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/networks',
  component: lazyRouteComponent(() => import('./admin/networks.tsx'), 'Networks'),
});

const adminSuspicious = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/suspicious',
  validateSearch: readCursorSearch,
  component: lazyRouteComponent(() => import('./admin/suspicious.tsx'), 'Suspicious'),
});

const adminLimits = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/limits',
  component: lazyRouteComponent(() => import('./admin/limits.tsx'), 'Limits'),
});

const adminAudit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./admin/audit.tsx'), 'AdministrationLog'),
});

const routeTree = rootRoute.addChildren([
  ...[home, getPaid, newLink, payments, payment],
  ...[webhooks, deliveries, keys, destination, audit, health, sessions, security],
  ...[payouts, newPayout, bundles, bundle, importFile, imports, importOfFile],
  ...[recurring, newRecurring, recurringOne, savedPayouts, payers, newPayer, payer, newAccount],
  newBankPayout,
  ...[profile, fees, orchestrator, orchestratorDeliveries, events, apiRequests],
  ...[team, invitation],
  ...[adminAccounts, adminAccount, adminHealth, adminNetworks],
  ...[adminSuspicious, adminLimits, adminAudit],
]);

/** The routes of the dashboard; the code of each page is loaded when it is first shown. */
export function createDashboardRouter() {
  return createRouter({
    routeTree,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error }) => <PageError error={errorOf(error)} />,
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
