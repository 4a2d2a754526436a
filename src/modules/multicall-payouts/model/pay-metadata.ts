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
  { pulls, approvals, batches, metadata, eoa }: BatchCalldata,
  { payout, children, feeLimits, sponsorshipFees }: MulticallPaid,
): MulticallCalldata['metadata'] {
  const count = approvals.length;
  const [first, paying] = [pulls.length, pulls.length + count];
  const currencies = new Set(children.map(({ currency }) => currency.id));
  const [only] = currencies;
  const [child] = children;
  return {
    stepsRequired: paying + batches.length,
    needsApproval: count > 0,
    ...(count > 0 && { approvalTransactionIndex: first, approvalTransactionsCount: count }),
    paymentTransactionIndex: paying,
    approvalTransactionIndices: approvals.map((_, index) => first + index),
    batchPaymentTransactionIndex: paying,
    feeTransactionIndices: [],
    batchPayments: batches.map(({ orderIndexes }, i) => ({
      transactionIndex: paying + i,
      childPositions: orderIndexes.flatMap((index) => children[index]?.position ?? []),
    })),
    ...(metadata && {
      hasEnoughBalance: metadata.hasEnoughBalance,
      hasEnoughGas: metadata.hasEnoughGas,
      hasEnoughAllowance: !(eoa.eoaApprovalRequired ?? count > 0),
      insufficientTokens: metadata.insufficientTokens,
      estimatedNetworkFee: metadata.estimatedNetworkFee,
      ...(metadata.estimatedNetworkFeeUsd !== undefined && {
        estimatedNetworkFeeUsd: metadata.estimatedNetworkFeeUsd,
      }),
    }),
    ...(child !== undefined && feeLimits && feeLimitsOf(feeLimits, count)),
    ...eoa,
    routeType: 'samechain',
    transactionSponsorshipFeeUsd: sponsorshipFees.length > 0 ? addDecimals(sponsorshipFees) : null,
    childCount: payout.children.length,
    executableLegCount: children.length,
    ...(currencies.size === 1 && only !== undefined && { paymentCurrencyId: only }),
    ...(child !== undefined && { network: child.network }),
    feePlanCarried: children.some(({ link }) => link.feePlan !== null),
  };
}

function feeLimitsOf({ approvalUnits, paymentUnits }: FeeLimits, approvals: number) {
  return {
    ...(approvals > 0 && { approvalFeeLimit: approvalUnits.toString() }),
    paymentFeeLimit: paymentUnits.toString(),
  };
}
