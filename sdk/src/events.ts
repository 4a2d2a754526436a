import type { WebhookPayloads } from './payloads.generated.ts';

/** The data of a delivery, for any event. */
interface DeliveryMetadata {
  /** The id of the delivery; retries keep it, so remember it to recognise repeats. */
  readonly deliveryId: string;
  /** Which retry this is, 0 to 3. Sent in a header that is not signed. */
  readonly retryCount: number;
  /** Whether it is a test. Sent in a header that is not signed, so it proves nothing. */
  readonly test: boolean;
  /** The id of the first delivery when this one is a replay of it. */
  readonly replayOf: string | undefined;
  /** When it was sent; known and signed only with the Standard Webhooks headers. */
  readonly sentAt: Date | undefined;
}

/** The names of the events that this version of the kit knows. */
export type WebhookEventName = keyof WebhookPayloads;

/**
 * A verified delivery. Comparing `event` with a name narrows the type of `payload`. A newer Florin may
 * send events that this union does not list: answer 2xx to unknown ones, and never throw.
 */
export type WebhookEvent = {
  [Name in WebhookEventName]: DeliveryMetadata & {
    readonly event: Name;
    readonly payload: WebhookPayloads[Name];
  };
}[WebhookEventName];
