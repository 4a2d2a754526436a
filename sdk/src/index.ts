import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './events.ts';
import { type ExpectedPayment, expectHash, textToHash } from './expect-payment.ts';
import {
  mismatch,
  type ReadDelivery,
  readDelivery,
  type VerifyWebhookInput,
} from './read-delivery.ts';

export type { WebhookEvent, WebhookEventName } from './events.ts';
export { type ExpectedPayment, expectPayment } from './expect-payment.ts';
export { type WebhookVerificationCode, WebhookVerificationError } from './failure.ts';
export { handleOnce, memorySeenStore, type SeenStore } from './handle-once.ts';
export type { WebhookHeaders } from './headers.ts';
export type { WebhookPayloads } from './payloads.generated.ts';
export type { VerifyWebhookInput } from './read-delivery.ts';

/**
 * The event of a delivery that was signed with one of the secrets, for Node.
 * Throws a `WebhookVerificationError`, whose `status` may be answered, for anything else.
 */
export function verifyWebhook(input: VerifyWebhookInput): WebhookEvent {
  const delivery = readDelivery(input);
  if (!isSigned(delivery)) throw mismatch();
  return delivery.accept();
}

/**
 * The link with all of its payments behind `#expect=`, in their order and as a hash: for a batch or a bundle, or to show nothing of
 * a payment in the address. Throws a `TypeError` as `expectPayment` does.
 */
export function expectPayments(link: string, payments: readonly ExpectedPayment[]): string {
  return expectHash(link, createHash('sha256').update(textToHash(payments)).digest('hex'));
}

/** Compares every signature with every key, so that the duration does not reveal which one matched. */
function isSigned({ keys, message, signatures }: ReadDelivery): boolean {
  let matches = 0;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(message).digest();
    for (const signature of signatures) matches += timingSafeEqual(expected, signature) ? 1 : 0;
  }
  return matches > 0;
}
