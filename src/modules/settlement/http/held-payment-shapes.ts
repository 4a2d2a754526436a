import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { writtenHash } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { HeldPayment } from '../model/held-payment.ts';
import { wirePayerStatus } from '../model/payer-check.ts';

/** Where the endpoints stand in the API description. */
export const HELD_TAG = 'Payments';

/** A held payment in examples. */
export const SAMPLE_HELD = {
  id: SAMPLE.token,
  requestId: SAMPLE.requestId,
  txHash: SAMPLE.transactionHash,
  network: SAMPLE.network,
  paymentCurrency: SAMPLE.symbol,
  receivedAmount: SAMPLE.amount,
  payerAddress: SAMPLE.payer,
  payerDecision: {
    status: 'rejected' as const,
    reasonCode: 'screening_rejected',
    walletAddress: SAMPLE.payer,
  },
  heldAt: SAMPLE.paidAt,
  decidedAt: SAMPLE.paidAt,
};

const PayerDecision = z
  .object({
    status: z
      .enum(['pending', 'approved', 'rejected', 'released'])
      .describe('`pending` is asked again by itself, `rejected` waits for you.'),
    reasonCode: z
      .string()
      .nullable()
      .describe('`wallet_not_allowed`, `screening_rejected`, `provider_error` or `payer_unknown`.'),
    walletAddress: z.string().nullable(),
  })
  .meta({
    id: 'PayerDecision',
    description: 'What is decided about who sent a payment.',
    examples: [SAMPLE_HELD.payerDecision],
  });

/** A payment that reached its payee and does not count because of who sent it. */
export const HeldPaymentShape = z
  .object({
    id: z.string(),
    requestId: z.string(),
    txHash: z.string(),
    network: z.string(),
    paymentCurrency: z.string(),
    receivedAmount: z.string().describe('In `paymentCurrency`.'),
    payerAddress: z.string().nullable(),
    payerDecision: PayerDecision,
    heldAt: z.string(),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: 'HeldPayment', description: 'A payment that is held.', examples: [SAMPLE_HELD] });

/** A held payment as the wire has it. */
export function wireHeld(held: HeldPayment): z.input<typeof HeldPaymentShape> {
  const currency = currencyById(held.currencyId);
  invariant(currency !== undefined, 'payments are in listed currencies');
  const { senders } = held;
  return {
    id: held.transferId,
    requestId: held.requestId,
    txHash: writtenHash(held.network, held.transactionHash),
    network: held.network,
    paymentCurrency: currency.symbol,
    receivedAmount: printAmount(held.tokenUnits, currency.decimals),
    payerAddress: senders.isBridged ? senders.bridgeSender : senders.payerAddress,
    payerDecision: {
      status: wirePayerStatus(held.status),
      reasonCode: held.reason,
      walletAddress: held.wallet,
    },
    heldAt: isoTime(held.heldAt),
    decidedAt: held.decidedAt && isoTime(held.decidedAt),
  };
}

/** The filter of held payments. */
export const HELD_FILTERS = {
  status: z
    .enum(['pending', 'approved', 'rejected', 'released'])
    .optional()
    .describe(
      'Only payments of this state; those that wait or were rejected where it is left out.',
    ),
};
