import type { Currency } from '#catalog/currencies.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { payByRoutes } from '#modules/crosschain/index.ts';
import type { MulticallCalldata } from './calldata-shape.ts';
import type { MulticallChild, MulticallPayout } from './multicall-payout.ts';

type Prepared = Pick<
  Awaited<ReturnType<typeof payByRoutes>>,
  'legs' | 'fees' | 'tools' | 'metadata'
>;

/** What of a bundle its routes pay, and from which token of another network. */
interface RoutesPaid {
  readonly payout: MulticallPayout;
  /** Those that are paid, in the order of their routes. */
  readonly children: readonly MulticallChild[];
  /** Those that pay them, in the same order. */
  readonly orders: readonly PaymentOrder[];
  readonly source: Currency;
}

/** What the routes of a bundle require of the wallet, on the network where they start. */
export function multicallRouteMetadata(
  { legs, fees, tools, metadata }: Prepared,
  { payout, children, orders, source }: RoutesPaid,
): MulticallCalldata['metadata'] {
  const { paymentTransactionIndex: routesAt, platformFee: _, protocolFee: __, ...all } = metadata;
  const { approvalTransactionIndex: approvalsAt = 0, approvalTransactionsCount = 0 } = metadata;
  const platformFee = commonFeeOf(orders);
  const taken = legs.reduce((sum, { sourceUnits }) => sum + sourceUnits, 0n).toString();
  const [only, ...others] = new Set(children.map(({ currency }) => currency.id));
  return {
    ...all,
    paymentTransactionIndex: routesAt,
    approvalTransactionIndices: Array.from(
      { length: approvalTransactionsCount },
      (_, index) => approvalsAt + index,
    ),
    feeTransactionIndices: fees.map((_, i) => routesAt + legs.length + i),
    bridgeTxIndices: legs.map((_, i) => routesAt + i),
    batchPayments: children.map(({ position }, i) => ({
      transactionIndex: routesAt + i,
      childPositions: [position],
    })),
    aggregateAllowance: taken,
    bridgeSourceAmount: taken,
    ...(fees.length > 0 && {
      sourceSideAmount: fees.reduce((sum, { units }) => sum + units, 0n).toString(),
    }),
    bridgeFeeAmount: metadata.costBreakdown.bridgeFee.amount,
    sourceToken: source.id,
    sourceTokenAddress: source.address,
    sourceNetwork: source.network,
    bridge: tools.join(', '),
    ...(platformFee && { platformFee }),
    childCount: payout.children.length,
    executableLegCount: children.length,
    ...(only !== undefined && others.length === 0 && { paymentCurrencyId: only }),
    feePlanCarried: children.some(({ link }) => link.feePlan !== null),
  };
}

/** The fee inside the payments, where all have the same. */
function commonFeeOf(orders: readonly PaymentOrder[]): PaymentOrder['platformFee'] {
  const [first, ...others] = orders.map(({ platformFee }) => platformFee);
  const isCommon = others.every(
    (other) => other?.percentage === first?.percentage && other?.address === first?.address,
  );
  return isCommon ? first : undefined;
}
