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

/** Which kinds of endpoints may receive an event; decision records 0003 and 0040 have the reasons. */
export const AUDIENCES: Readonly<Record<EventType, readonly Audience[]>> = {
  'payment.confirmed': ALL,
  'payment.partial': PLATFORM,
  'payment.reverted': PLATFORM,
  // A partner's own fee may be among them.
  'payment.fees_outstanding': ALL,
  'payment.finalized': [],
  'payment.held': [],
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
  'commerce_payment.status_changed': [],
  'recurring_payment.status_changed': [],
  'recurring_payment.paid_elsewhere': [],
};

/** Which kind of endpoint its holder has. */
export function audienceOf(holder: Holder): Audience {
  if (holder.orchestratorId !== null) return 'orchestrator';
  return holder.clientIdId === null ? 'platform' : 'client_id';
}

/** An endpoint, as far as it matters for what it receives. */
export interface Receiver extends Holder {
  /** Whether it is of a client ID that is active and that no partner is linked to. */
  readonly actsAlone: boolean;
  /** Whether it is sent what it receives, and does not only find it skipped. */
  readonly isActive: boolean;
  /** Whether it only observes, as the inbox of the sandbox does, and does not count as a receiver. */
  readonly isObserver: boolean;
}

/**
 * The endpoints that receive an event: never one of another account, another client ID or
 * another partner.
 *
 * A link that an API key created belongs to no client ID. Its events go to the endpoints of the
 * account; only where there is none, to those of its client IDs that act alone, so that an integrator who
 * registers with a client ID and creates with an API key receives them. Decision record 0040 has the reason.
 */
export function recipientsOf<R extends Receiver>(
  event: Addressed,
  receivers: readonly R[],
): readonly R[] {
  const able = receivers.filter((receiver) => mayReceive(receiver, event));
  if (event.clientIdId !== null || !able.some(isOfAccount)) return able;
  return able.filter((receiver) => audienceOf(receiver) !== 'client_id');
}

/**
 * Whether an active endpoint receives events of the link of an event. An observer counts only where the
 * account has no other endpoint, as it then does without webhooks.
 */
export function hasRecipient(event: Addressed, receivers: readonly Receiver[]): boolean {
  const recipients = recipientsOf(event, receivers).filter(({ isActive }) => isActive);
  if (recipients.some(({ isObserver }) => !isObserver)) return true;
  const others = receivers.some(
    ({ accountId, isObserver }) => accountId === event.accountId && !isObserver,
  );
  return recipients.length > 0 && !others;
}

/** An endpoint that was registered for a whole account. */
function isOfAccount(receiver: Receiver): boolean {
  return audienceOf(receiver) === 'platform' && !receiver.isObserver;
}

function mayReceive(receiver: Receiver, event: Addressed): boolean {
  const audience = audienceOf(receiver);
  const audiences = AUDIENCES[event.type];
  if (audience === 'orchestrator') {
    return audiences.includes(audience) && receiver.orchestratorId === event.orchestratorId;
  }
  if (receiver.accountId !== event.accountId) return false;
  if (event.clientIdId === null) {
    const isOfALink = audiences.some((kind) => kind !== 'orchestrator');
    return isOfALink && (audience === 'platform' || receiver.actsAlone);
  }
  if (!audiences.includes(audience)) return false;
  return audience === 'platform' || receiver.clientIdId === event.clientIdId;
}
