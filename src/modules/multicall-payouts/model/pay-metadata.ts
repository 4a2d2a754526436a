import { addDecimals } from '#kit/amount.ts';
import type { FeeLimits } from '#kit/resources.ts';
import type { BatchCalldata } from '#modules/calldata/index.ts';
import type { MulticallCalldata } from './calldata-shape.ts';
import type { MulticallChild, MulticallPayout } from './multicall-payout.ts';

/** What a bundle's transactions pay, and of what. */
interface MulticallPaid {
  readonly payout: MulticallPayout;
  /** Those that the transactions pay, in the order in which they were prepared. */
  readonly children: readonly MulticallChild[];
  /** What a transaction may cost at most; undefined where wallets choose it. */
  readonly feeLimits: FeeLimits | undefined;
  /** What is due of fees for sponsored transactions, as human decimals of dollars. */
  readonly sponsorshipFees: readonly string[];
}

/** What the transactions of a bundle require of the wallet. */
export function multicallMetadata(
  { approvals, batches, metadata }: BatchCalldata,
  { payout, children, feeLimits, sponsorshipFees }: MulticallPaid,
): MulticallCalldata['metadata'] {
  const count = approvals.length;
  const currencies = new Set(children.map(({ currency }) => currency.id));
  const [only] = currencies;
  const [first] = children;
  return {
    stepsRequired: count + batches.length,
    needsApproval: count > 0,
    ...(count > 0 && { approvalTransactionIndex: 0, approvalTransactionsCount: count }),
    paymentTransactionIndex: count,
    approvalTransactionIndices: approvals.map((_, index) => index),
    batchPaymentTransactionIndex: count,
    feeTransactionIndices: [],
    batchPayments: batches.map(({ orderIndexes }, i) => ({
      transactionIndex: count + i,
      childPositions: orderIndexes.flatMap((index) => children[index]?.position ?? []),
    })),
    ...(metadata && {
      hasEnoughBalance: metadata.hasEnoughBalance,
      hasEnoughGas: metadata.hasEnoughGas,
      hasEnoughAllowance: count === 0,
      insufficientTokens: metadata.insufficientTokens,
      estimatedNetworkFee: metadata.estimatedNetworkFee,
    }),
    ...(first !== undefined && feeLimits && feeLimitsOf(feeLimits, count)),
    routeType: 'samechain',
    transactionSponsorshipFeeUsd: sponsorshipFees.length > 0 ? addDecimals(sponsorshipFees) : null,
    childCount: payout.children.length,
    executableLegCount: children.length,
    ...(currencies.size === 1 && only !== undefined && { paymentCurrencyId: only }),
    ...(first !== undefined && { network: first.network }),
    feePlanCarried: children.some(({ link }) => link.feePlan !== null),
  };
}

function feeLimitsOf({ approvalUnits, paymentUnits }: FeeLimits, approvals: number) {
  return {
    ...(approvals > 0 && { approvalFeeLimit: approvalUnits.toString() }),
    paymentFeeLimit: paymentUnits.toString(),
  };
}
