import { z } from 'zod';

/** Who carries a payment out, as receivers are sent it. */
export const processor = z
  .string()
  .describe('`service-network` or `service-tech`, unless a setting renames them.');

/** The processor of payments on a chain, as the specification names it; a setting may rename it where webhooks are sent. */
export const CRYPTO_PROCESSOR = 'service-network';

/** The same of payouts to bank accounts. */
export const FIAT_PROCESSOR = 'service-tech';

/** What a payment that counts says of the payout to a bank that it was confirmed by, if there was one. */
export function payoutKeys(offRampId: string | undefined) {
  return {
    isCryptoToFiat: offRampId !== undefined,
    ...(offRampId !== undefined && { offrampId: offRampId }),
    subStatus: '',
    paymentProcessor: offRampId === undefined ? CRYPTO_PROCESSOR : FIAT_PROCESSOR,
  };
}
