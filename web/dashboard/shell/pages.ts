import type { Session } from '../api/shapes.ts';
import { messages } from '../messages/en.ts';

/** The pages in the navigation, in its order; one that is not there is not listed. */
const PAGES = [
  { to: '/', icon: 'home', label: messages.pages.home, exact: true },
  { to: '/get-paid', icon: 'link', label: messages.pages.getPaid, exact: false },
  { to: '/payments', icon: 'list', label: messages.pages.payments, exact: false },
  { to: '/payouts', icon: 'send', label: messages.pages.payouts, exact: false },
  { to: '/webhooks', icon: 'webhook', label: messages.pages.webhooks, exact: false },
  { to: '/keys', icon: 'key', label: messages.pages.keys, exact: false },
  { to: '/destination', icon: 'wallet', label: messages.pages.destination, exact: false },
  { to: '/profile', icon: 'shop', label: messages.pages.profile, exact: false },
  { to: '/health', icon: 'pulse', label: messages.pages.health, exact: false },
  { to: '/events', icon: 'bolt', label: messages.pages.events, exact: false },
  { to: '/api-requests', icon: 'calls', label: messages.pages.apiRequests, exact: false },
  { to: '/fees', icon: 'percent', label: messages.pages.fees, exact: false },
  { to: '/orchestrator', icon: 'partner', label: messages.pages.orchestrator, exact: false },
  { to: '/audit', icon: 'log', label: messages.pages.audit, exact: false },
  { to: '/team', icon: 'team', label: messages.pages.team, exact: false },
  { to: '/sessions', icon: 'person', label: messages.pages.sessions, exact: false },
  { to: '/security', icon: 'lock', label: messages.pages.security, exact: false },
  { to: '/admin', icon: 'shield', label: messages.pages.admin, exact: false },
] as const;

/** Of pages that not every role may see, the role that owners share them with: what the API declares weighs too much for the first script. */
const ROLES: ReadonlyMap<string, Session['role']> = new Map([
  ['/audit', 'owner'],
  ['/api-requests', 'developer'],
]);

/** The pages that somebody may open: those of administrators, and of some roles, are nobody else's. */
export function pagesOf({ isAdministrator, role }: Pick<Session, 'isAdministrator' | 'role'>) {
  return PAGES.filter(({ to }) => {
    if (to === '/admin') return isAdministrator;
    return role === 'owner' || (ROLES.get(to) ?? role) === role;
  });
}
