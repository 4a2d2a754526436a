import type { PreparedCall, SecurePaymentCalldata } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { decodeApproval } from '../wallet/calldata.ts';
import type { TrustedContracts } from '../wallet/trusted-network.ts';
import { checkSingle } from './check-single.ts';
import { type Answered, type Checked, callOf, coinOf } from './checked.ts';
import type { Link, Money } from './link.ts';
import type { Mismatch, Plan, Shortage, Step } from './plan.ts';

/** A form in which calls may pay a link. */
type CheckForm = (parts: Answered) => Checked | Mismatch;

/** What is to be signed of an answer, and how its forms are checked. */
interface Checking {
  readonly answer: SecurePaymentCalldata;
  readonly contracts: TrustedContracts | undefined;
  /** Whether the payment and its fees are to be one call, where the answer has that. */
  readonly atomic: boolean;
  readonly checkAtomic: CheckForm;
  readonly checkBatches: CheckForm;
}

/** What will be signed, before the payees of the link are compared with others. */
export type CheckedPlan = Omit<Plan, 'lookAlikes'>;

/** The calls of an answer in the order of signing: in one call where that is wanted and there. */
export function callsOf(
  { kind }: Link,
  { answer, atomic }: Pick<Checking, 'answer' | 'atomic'>,
): { readonly isAtomic: boolean; readonly calls: readonly PreparedCall[] } {
  const isAtomic = atomic && kind === 'single' && answer.atomicTransactions !== undefined;
  return { isAtomic, calls: (isAtomic ? answer.atomicTransactions : answer.transactions) ?? [] };
}

/** Compares every call of an answer with the link as it is shown, each by its form. */
export function checkPlan(link: Link, checking: Checking): CheckedPlan | Mismatch {
  const { answer, contracts } = checking;
  const { isAtomic, calls: all } = callsOf(link, checking);
  const paymentAt = isAtomic ? all.length - 1 : firstPayment(link, answer, all.length);
  if (contracts === undefined || all[paymentAt] === undefined) return 'unreadable';
  const parts = { link, answer, contracts, calls: all.slice(paymentAt) };
  const { checkAtomic, checkBatches } = checking;
  const checkForm = isAtomic ? checkAtomic : link.kind === 'single' ? checkSingle : checkBatches;
  const checked = checkForm(parts);
  if (typeof checked === 'string') return checked;
  const approvals = checkApprovals(all.slice(0, paymentAt), checked);
  if (typeof approvals === 'string') return approvals;
  const { spender: _, isExact: _exact, ...plan } = checked;
  return {
    ...plan,
    steps: [...approvals, ...checked.steps],
    ...readFunds(answer, checked.totals),
  };
}

/** Where the calls that pay begin: everything before them is an approval. */
function firstPayment({ kind }: Link, { metadata }: SecurePaymentCalldata, calls: number): number {
  const answer = metadata?.batchPayments?.[0]?.transactionIndex ?? calls;
  const last = calls - 1;
  if (kind === 'single') return metadata?.paymentTransactionIndex ?? last;
  return kind === 'multicall' ? answer : last;
}

/** Each token is approved once, or an old allowance of it cleared and a new one given. */
export function checkApprovals(
  calls: readonly PreparedCall[],
  checked: Pick<Checked, 'spender' | 'totals' | 'isExact'>,
): readonly Step[] | Mismatch {
  if (!calls.every((call) => coinOf(call) === 0n)) return 'coin';
  const read = calls.map((call) => readApproval(call, checked));
  const steps = read.filter((step) => step !== undefined);
  if (steps.length !== read.length) return 'approval';
  const orders = new Map<string | undefined, string[]>();
  for (const { asset, kind } of steps) {
    orders.set(asset.address, [...(orders.get(asset.address) ?? []), kind]);
  }
  const sound = [...orders.values()].every((kinds) => ORDERS.includes(kinds.join()));
  return sound ? steps : 'approval';
}

/** A cleared allowance that is not given anew would leave nothing to take. */
const ORDERS: readonly string[] = ['approve', 'reset,approve'];

function readApproval(
  call: PreparedCall,
  { spender, totals, isExact = false }: Pick<Checked, 'spender' | 'totals' | 'isExact'>,
) {
  const approval = decodeApproval(call.data ?? '');
  const total = totals.find(({ asset }) => sameAddress(asset.address, call.to));
  if (approval === undefined || total === undefined || spender === undefined) return undefined;
  const { units } = approval;
  const enough = units === 0n || (isExact ? units === total.units : units >= total.units);
  if (!enough || !sameAddress(approval.spender, spender)) return undefined;
  const kind = units === 0n ? ('reset' as const) : ('approve' as const);
  return { kind, call: callOf(call), asset: total.asset, units, spender };
}

/** What the API read of the wallet, and what the network may take. */
export function readFunds(answer: SecurePaymentCalldata, totals: readonly Money[]) {
  const { hasEnoughBalance, hasEnoughGas, estimatedNetworkFee, estimatedNetworkFeeUsd } =
    answer.metadata ?? {};
  return {
    hasEnoughBalance: hasEnoughBalance !== false,
    hasEnoughGas: hasEnoughGas !== false,
    shortages: hasEnoughBalance === false ? shortagesOf(answer, totals) : [],
    networkFee: estimateOf(estimatedNetworkFee),
    networkFeeUsd: estimateOf(estimatedNetworkFeeUsd),
  };
}

/** An estimate that can be shown. */
function estimateOf(text = ''): string | undefined {
  return /^[0-9]+\.[0-9]+$/.test(text) ? text : undefined;
}

/** What the wallet lacks: of a batch by token, otherwise by the one balance. */
function shortagesOf({ metadata }: SecurePaymentCalldata, totals: readonly Money[]): Shortage[] {
  const answer = metadata?.insufficientTokens;
  return totals.flatMap(({ asset, units: requiredUnits }) => {
    const one = answer?.find(({ tokenAddress }) => sameAddress(tokenAddress, asset.address));
    if (answer !== undefined && answer.length > 0 && one === undefined) return [];
    const held = one?.available ?? (answer === undefined ? metadata?.balance : undefined) ?? '';
    const heldUnits = /^[0-9]{1,78}$/.test(held) ? BigInt(held) : undefined;
    return [{ asset, requiredUnits, heldUnits }];
  });
}
