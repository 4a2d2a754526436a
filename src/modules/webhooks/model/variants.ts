import { z } from 'zod';
import { EVENT_RULES, type EventType } from '#modules/events/index.ts';
import type { Audience } from './recipients.ts';

/** A recorded event, with what its variants add. */
export interface RecordedEvent {
  readonly type: EventType;
  /** The payload's text as it was recorded; the order of its keys is kept. */
  readonly payload: string;
  readonly securePaymentToken: string | null;
  readonly clientIdId: string | null;
  readonly origin: string | null;
}

/** One body to be sent. */
interface Variant {
  readonly type: string;
  /** Compact JSON, equal to what parsing and printing it again gives: some receivers do that first. */
  readonly body: string;
  /** The kinds of endpoints that are sent it, of those that receive the event at all. */
  readonly audiences: readonly Audience[];
}

const EVERYBODY: readonly Audience[] = ['client_id', 'platform', 'orchestrator'];
/** The specification gives partners the events themselves and no variants. */
const PLATFORMS: readonly Audience[] = ['client_id', 'platform'];

/** What an operator may change about what is sent. */
export interface TellingRules {
  /** Whether `payment.reverted` is sent, which the public API of the same shape does not know. */
  readonly tellReversions: boolean;
  /** Other names for the values of `paymentProcessor`. */
  readonly processorNames: Readonly<Record<string, string>>;
}

const Payload = z.record(z.string(), z.unknown());

/**
 * The bodies that one event is sent as: itself, and beside it the variants for client IDs and for
 * secure payments where they apply. None when the event is not sent at all.
 */
export function variantsOf(event: RecordedEvent, rules: TellingRules): readonly Variant[] {
  const { reach, variants, feedKeys } = EVENT_RULES[event.type];
  if (reach === 'feed' || (reach === 'setting' && !rules.tellReversions)) return [];
  const recorded = Payload.parse(JSON.parse(event.payload));
  const core = renamed(without(recorded, feedKeys), rules.processorNames);
  const told = [bodyOf(event.type, core, EVERYBODY)];
  if (variants && event.clientIdId !== null) {
    told.push(bodyOf(`${event.type}.client_id`, { ...core, origin: event.origin }, PLATFORMS));
  }
  if (variants && event.securePaymentToken !== null) {
    told.push(bodyOf(`${event.type}.checkout`, core, PLATFORMS));
  }
  return told;
}

function bodyOf(
  type: string,
  payload: Readonly<Record<string, unknown>>,
  audiences: readonly Audience[],
): Variant {
  return { type, body: JSON.stringify({ ...payload, event: type }), audiences };
}

function without(
  payload: Readonly<Record<string, unknown>>,
  keys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !keys.includes(key)));
}

function renamed(
  payload: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const { paymentProcessor } = payload;
  const name = typeof paymentProcessor === 'string' ? names[paymentProcessor] : undefined;
  return name === undefined ? payload : { ...payload, paymentProcessor: name };
}
