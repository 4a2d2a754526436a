import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall, SecurePaymentCalldata } from '../../api/shapes.ts';
import { list, member } from '../../engine/members.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { readFunds } from '../check-plan.ts';
import type { Link } from '../link.ts';
import { type Known, type LookAlike, lookAlikes } from '../look-alikes.ts';
import type { PlannedFee, Step } from '../plan.ts';
import { mergeFees, netUnitsOf } from '../read-fees.ts';
import type { BridgeMismatch, BridgePlan, BridgeSource } from './bridge-plan.ts';
import { type BundleChild, withReferences } from './bundle-children.ts';
import { checkAllowances } from './check-allowances.ts';
import { checkBridgePayment } from './check-bridge-payment.ts';
import { checkFeesInOrder } from './check-bundle-fees.ts';
import { checkSourceFees } from './check-source-fees.ts';

/** A bundle as the page shows it, and how it is to be paid from another network. */
interface BridgeBundle {
  /** All that are due, in their order. */
  readonly children: readonly BundleChild[];
  /** Who signs. */
  readonly wallet: string;
  readonly source: BridgeSource;
  /** The body of `/pay?chain&token` of the bundle, or of `refresh-step-transaction`. */
  readonly body: unknown;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly known?: Known;
}

/** A child, and the one transaction that pays it. */
export interface BundleRoute {
  readonly position: number;
  readonly plan: BridgePlan;
}

/** What will be signed for a bundle, read from the bytes and found to be its children, each of them once. */
export interface BundlePlan {
  readonly kind: 'ok';
  readonly source: BridgeSource;
  /** Of exactly the sum, cleared first or not; then the same of the fees that are paid by themselves. */
  readonly approvals: readonly Step[];
  /** In the order of the children, and of signing. */
  readonly routes: readonly BundleRoute[];
  /** The payments of fees by themselves, behind the routes. */
  readonly feeSteps: readonly Step[];
  /** Those inside the payments, and those by themselves. */
  readonly fees: readonly PlannedFee[];
  /** What leaves the wallet, in the source token: all routes, and the fees beside them. */
  readonly sourceUnits: bigint;
  /** What of it is the cost of the routes; undefined where a rate would have to say it. */
  readonly costUnits: bigint | undefined;
  /** After this no network takes the first of the calls any more; in milliseconds since 1970. */
  readonly deadline: number;
  readonly lookAlikes: readonly LookAlike[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
  /** What the network takes for all transactions together, by the API's estimate, in its coin. */
  readonly networkFee: string | undefined;
  /** The same in dollars, where the API knows a price. */
  readonly networkFeeUsd?: string | undefined;
}

/** The answer of the check: what may be signed, or why nothing may. */
export type BundleCheck =
  | BundlePlan
  | { readonly kind: 'refused'; readonly reason: BridgeMismatch };

/**
 * Compares an answer with all children that are due: approvals of exactly the sum, then one route for each child and
 * nothing else, each checked as that of a single payment. One wrong route refuses all.
 */
export function checkBridgeBundle(bundle: BridgeBundle): BundleCheck {
  const { source, body } = bundle;
  const bridge = TRUSTED_BRIDGES[source.networkId];
  if (bridge === undefined) return refuse('unsupported');
  const answer = readCalldata(body);
  const children = withReferences(bundle.children, answer.childReferences);
  if (children === undefined || children.length === 0) return refuse('reference');
  const calls = dealtOut(answer, children);
  if (calls === undefined) return refuse('payments');
  const routes: BundleRoute[] = [];
  for (const [at, child] of children.entries()) {
    const plan = checkRoute(bundle, child, calls.routes[at]);
    if (plan.kind === 'refused') return plan;
    routes.push({ position: child.position, plan });
  }
  const links = children.map(({ link }) => link);
  const fees = checkSourceFees(calls.fees, { check: checkFeesInOrder(links), source, answer });
  if (typeof fees === 'string') return refuse(fees);
  const { asset } = source;
  const units = routes.reduce((sum, { plan }) => sum + plan.routeUnits, 0n);
  const approvals = checkAllowances(calls.approvals, { asset, bridge, units, fees });
  if (typeof approvals === 'string') return refuse(approvals);
  // The whole sum is taken by several transactions, so nothing but its own allowance is good for it.
  if (approvals.ofRoutes.length === 0) return refuse('approval');
  const sourceUnits = units + fees.units;
  const { hasEnoughBalance, hasEnoughGas, networkFee, networkFeeUsd } = readFunds(answer, [
    { asset, units: sourceUnits },
  ]);
  return {
    ...sumUp(bundle, routes),
    kind: 'ok',
    source,
    approvals: [...approvals.ofRoutes, ...approvals.ofFees],
    routes,
    feeSteps: fees.steps,
    fees: mergeFees([...routes.flatMap(({ plan }) => plan.fees), ...fees.fees]),
    sourceUnits,
    hasEnoughBalance,
    hasEnoughGas,
    networkFee,
    networkFeeUsd,
  };
}

function sumUp({ children, wallet, known }: BridgeBundle, routes: readonly BundleRoute[]) {
  const costs = routes.map(({ plan }) => plan.costUnits);
  const payees = children.flatMap(({ link }) => link.payments[0].payee ?? []);
  return {
    costUnits: costs.reduce(
      (sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost),
      0n,
    ),
    deadline: Math.min(...routes.map(({ plan }) => plan.deadline)),
    lookAlikes: lookAlikes(payees, known ?? { own: wallet, paid: [] }),
  };
}

/** The route of a child alone, as an answer of its own link; its approval and its fees by themselves are parts of the sums. */
function checkRoute(
  { wallet, source, body, now, known }: BridgeBundle,
  { link, position }: BundleChild,
  call: PreparedCall | undefined,
) {
  const child = list(body, 'children').find((one) => member(one, 'position') === position);
  const metadata = { platformFee: member(child, 'platformFee') };
  const own = { transactions: [call], metadata };
  const payment = { link: afterFees(link), wallet, source, body: own, now };
  return checkBridgePayment({ ...payment, ...(known && { known }) });
}

/** A link over what its payee gets: children are shown with their total, fees that the payee bears included, paid or not. */
function afterFees(link: Link): Link {
  const [payment] = link.payments;
  const netUnits = netUnitsOf(link.feePlan, payment.asset.decimals);
  if (netUnits === undefined) return link;
  return { ...link, payments: [{ ...payment, amountUnits: netUnits - payment.paidUnits }] };
}

/** The approvals, behind them the routes in the order of the children, then the fees; undefined unless each child has exactly one. */
function dealtOut(
  { transactions = [], fees = [], metadata }: SecurePaymentCalldata,
  children: readonly BundleChild[],
) {
  const last = transactions.length - fees.length;
  const first = last - children.length;
  const dealt = metadata?.batchPayments ?? [];
  const isSound =
    first >= 0 &&
    dealt.length === children.length &&
    dealt.every(({ transactionIndex, childPositions }, at) => {
      return (
        transactionIndex === first + at && childPositions.join() === `${children[at]?.position}`
      );
    });
  if (!isSound) return undefined;
  return {
    approvals: transactions.slice(0, first),
    routes: transactions.slice(first, last),
    fees: transactions.slice(last),
  };
}

const refuse = (reason: BridgeMismatch): BundleCheck => ({ kind: 'refused', reason });
