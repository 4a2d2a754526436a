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
 * The event of a delivery that was signed with one of the secrets, where there is WebCrypto: Deno,
 * Bun, workers, edge functions, Node. Rejects with a `WebhookVerificationError` for anything else.
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookEvent> {
  const delivery = readDelivery(input);
  if (!(await isSigned(delivery))) throw mismatch();
  return delivery.accept();
}

/**
 * The link with all of its payments behind `#expect=`, in their order and as a hash: for a batch or a bundle, or to show nothing of
 * a payment in the address. Rejects with a `TypeError` where `expectPayment` throws one.
 */
export async function expectPayments(
  link: string,
  payments: readonly ExpectedPayment[],
): Promise<string> {
  const bytes = new TextEncoder().encode(textToHash(payments));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'));
  return expectHash(link, digits.join(''));
}

/** Compares every signature with every key; `verify` compares in constant time by its specification. */
async function isSigned({ keys, message, signatures }: ReadDelivery): Promise<boolean> {
  let matches = 0;
  for (const bytes of keys) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      matches += (await crypto.subtle.verify('HMAC', key, signature, message)) ? 1 : 0;
    }
  }
  return matches > 0;
}
