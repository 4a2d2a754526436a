import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { createRequests } from '#modules/requests/index.ts';
import type { CreatePayoutLinkInput } from './model/payout-body.ts';
import { readPayout } from './read-payout.ts';

/** What a payout link would be, were it created now. */
interface PayoutPreview {
  /** In the form in which its chain shows addresses. */
  readonly recipient: string;
  readonly network: string;
  readonly currencyId: string;
  readonly decimals: number;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** What leaves the payer: the amount, and the fees that the payer bears. */
  readonly payerTotalUnits: bigint;
}

/**
 * Checks a payout link and calculates its fees as creating it does. Writes nothing, and asks no list and no vendor about its
 * recipient. Refuses (400, 403) as `createPayoutLink` does.
 */
export async function previewPayoutLink(
  ctx: Context,
  input: CreatePayoutLinkInput,
): Promise<PayoutPreview> {
  const { terms, network } = await readPayout(ctx, input);
  return await createRequests(ctx, { flow: 'outgoing', terms: [terms] }, async ([draft]) => {
    invariant(draft !== undefined, 'one draft is made of the terms of one payout');
    const { terms: agreed, fees } = draft;
    const feeUnits =
      (agreed.fee?.units ?? 0n) +
      fees.reduce((sum, { row }) => sum + BigInt(row.expected_units), 0n);
    return {
      recipient: terms.payeeAddress,
      network: network.id,
      currencyId: terms.currency.id,
      decimals: invoiceDecimals(terms.kind, terms.currency),
      amountUnits: terms.expectedUnits,
      feeUnits,
      payerTotalUnits: agreed.expectedUnits + feeUnits,
    };
  });
}
