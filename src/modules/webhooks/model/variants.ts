import {
  EVENT_RULES,
  type EventType,
  readPayload,
  type StoredPayload,
} from '#modules/events/index.ts';
import type { Audience } from './recipients.ts';

/** A recorded event, with what its variants add. */
export interface RecordedEvent extends StoredPayload {
  readonly type: EventType;
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
export interface DeliveryRules {
  /** Whether `payment.reverted` is sent, which the public API does not have. */
  readonly sendReversions: boolean;
  /** Whether `payment.fees_outstanding` is sent, which is ours too. */
  readonly sendOutstandingFees: boolean;
  /** Other names for the values of `paymentProcessor`. */
  readonly processorNames: ProcessorNames;
  /** Whether `.client_id` and `.checkout` are sent beside the event itself; they are if left out. */
  readonly variants?: boolean;
}

/** Other names for the values of `paymentProcessor`; a value that is not listed keeps its name. */
export type ProcessorNames = Readonly<Record<string, string>>;

/**
 * The bodies that one event is sent as: itself, and beside it the variants for client IDs and for
 * secure payments where they apply. None when the event is not sent at all.
 */
export function variantsOf(event: RecordedEvent, rules: DeliveryRules): readonly Variant[] {
  const { reach, setting, feedKeys, ...rule } = EVENT_RULES[event.type];
  const variants = rule.variants && (rules.variants ?? true);
  const isAsked = reach === 'webhook' || (setting !== undefined && rules[setting]);
  if (reach === 'feed' || !isAsked) return [];
  const core = withProcessorNames(without(readPayload(event), feedKeys), rules.processorNames);
  const payloads = [bodyOf(event.type, core, EVERYBODY)];
  if (variants && event.clientIdId !== null) {
    payloads.push(bodyOf(`${event.type}.client_id`, { ...core, origin: event.origin }, PLATFORMS));
  }
  if (variants && event.securePaymentToken !== null) {
    payloads.push(bodyOf(`${event.type}.checkout`, core, PLATFORMS));
  }
  return payloads;
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

/** A payload with the other name of its `paymentProcessor`, where there is one. */
export function withProcessorNames(
  payload: Readonly<Record<string, unknown>>,
  names: ProcessorNames,
): Readonly<Record<string, unknown>> {
  const { paymentProcessor } = payload;
  const name = typeof paymentProcessor === 'string' ? names[paymentProcessor] : undefined;
  return name === undefined ? payload : { ...payload, paymentProcessor: name };
}
