import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall, SecurePaymentCalldata } from '../../api/shapes.ts';
import { isRecord } from '../../engine/members.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { checkApprovals, readFunds } from '../check-plan.ts';
import { type Known, type LookAlike, lookAlikes } from '../look-alikes.ts';
import type { Step } from '../plan.ts';
import type { BridgeMismatch, BridgePlan, BridgeSource } from './bridge-plan.ts';
import { type BundleChild, withReferences } from './bundle-children.ts';
import { checkBridgePayment } from './check-bridge-payment.ts';

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
  /** Of exactly the sum, cleared first or not. */
  readonly approvals: readonly Step[];
  /** In the order of the children, and of signing. */
  readonly routes: readonly BundleRoute[];
  /** What leaves the wallet by all routes, in the source token. */
  readonly sourceUnits: bigint;
  /** What of it is the cost of the routes; undefined where a rate would have to say it. */
  readonly costUnits: bigint | undefined;
  /** After this no network takes the first of the calls any more; in milliseconds since 1970. */
  readonly deadline: number;
  readonly lookAlikes: readonly LookAlike[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
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
  // Their references are not on the source network.
  if ((answer.fees ?? []).length > 0) return refuse('fee');
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
  const sourceUnits = routes.reduce((sum, { plan }) => sum + plan.sourceUnits, 0n);
  const totals = [{ asset: source.asset, units: sourceUnits }];
  const approvals = checkApprovals(calls.approvals, {
    spender: bridge.diamond,
    isExact: true,
    totals,
  });
  if (typeof approvals === 'string') return refuse(approvals);
  // The whole sum is taken by several transactions, so nothing but its own allowance is good for it.
  if (approvals.length === 0) return refuse('approval');
  const { hasEnoughBalance, hasEnoughGas } = readFunds(answer, totals);
  return {
    ...sumUp(bundle, routes),
    kind: 'ok',
    source,
    approvals,
    routes,
    sourceUnits,
    hasEnoughBalance,
    hasEnoughGas,
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

/** The route of a child alone, as an answer of its own link; its approval is part of the sum. */
function checkRoute(
  { wallet, source, body, now, known }: BridgeBundle,
  { link }: BundleChild,
  call: PreparedCall | undefined,
) {
  const own = { ...(isRecord(body) && body), transactions: [call], paymentReference: undefined };
  return checkBridgePayment({ link, wallet, source, body: own, now, ...(known && { known }) });
}

/** The approvals, and behind them the routes in the order of the children; undefined unless each has exactly one. */
function dealtOut(
  { transactions = [], metadata }: SecurePaymentCalldata,
  children: readonly BundleChild[],
) {
  const first = transactions.length - children.length;
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
  return { approvals: transactions.slice(0, first), routes: transactions.slice(first) };
}

const refuse = (reason: BridgeMismatch): BundleCheck => ({ kind: 'refused', reason });
