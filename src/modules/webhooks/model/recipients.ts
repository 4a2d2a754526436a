import type { EventType } from '#modules/events/index.ts';
import type { Holder } from './holder.ts';

/** An event, as far as it matters for who receives it. */
export interface Addressed {
  readonly type: EventType;
  readonly accountId: string;
  /** The client ID that its link was created with. */
  readonly clientIdId: string | null;
  /** The partner that created its link, or that it is news for; as it was when it happened. */
  readonly orchestratorId: string | null;
}

/** The three kinds of endpoints: of one client ID, of a whole platform, of a partner. */
export type Audience = 'client_id' | 'platform' | 'orchestrator';

const PLATFORM: readonly Audience[] = ['client_id', 'platform'];
const ALL: readonly Audience[] = ['client_id', 'platform', 'orchestrator'];

/** Which kinds of endpoints may receive an event; decision record 0003 says why. */
export const AUDIENCES: Readonly<Record<EventType, readonly Audience[]>> = {
  'payment.confirmed': ALL,
  'payment.partial': PLATFORM,
  'payment.reverted': PLATFORM,
  'payment.finalized': [],
  'payment.failed': PLATFORM,
  'payment.refunded': PLATFORM,
  'payment.processing': PLATFORM,
  'request.recurring': PLATFORM,
  'compliance.updated': PLATFORM,
  'payment_detail.updated': PLATFORM,
  'secure_payment.user_event': ALL,
  'secure_payment.access_rejected': ['client_id'],
  'kyt.screening.completed': ALL,
  'client_id.linked': ['orchestrator'],
  'link.expired': [],
  'link.invalidated': [],
  'multicall.status_changed': [],
};

/** Which kind of endpoint its holder has. */
export function audienceOf(holder: Holder): Audience {
  if (holder.orchestratorId !== null) return 'orchestrator';
  return holder.clientIdId === null ? 'platform' : 'client_id';
}

/**
 * Whether a holder's endpoints receive an event: never one of another account, another client ID or
 * another partner.
 *
 * A link that an API key created belongs to no client ID, so its events belong to the account and
 * reach every endpoint of it; decision record 0003 says why.
 */
export function receives(holder: Holder, event: Addressed): boolean {
  const audience = audienceOf(holder);
  const audiences = AUDIENCES[event.type];
  if (audience === 'orchestrator') {
    return audiences.includes(audience) && holder.orchestratorId === event.orchestratorId;
  }
  if (holder.accountId !== event.accountId) return false;
  if (event.clientIdId === null) return audiences.some((kind) => kind !== 'orchestrator');
  if (!audiences.includes(audience)) return false;
  return audience === 'platform' || holder.clientIdId === event.clientIdId;
}
