import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall } from '../../api/shapes.ts';
import { sameAddress } from '../../ui/address.ts';
import {
  decodeApproval,
  decodeBatch,
  decodeNativePayment,
  decodePayment,
} from '../../wallet/calldata.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { TrustedContracts } from '../../wallet/trusted-network.ts';
import { callOf, coinOf } from '../checked.ts';
import { type Money, sumByAsset } from '../link.ts';
import type { Mismatch, Step } from '../plan.ts';
import type { UnpaidFee, UnpaidFees } from './unpaid-fees.ts';

/** What will be signed for outstanding fees, read from the bytes and found to be exactly those. */
export interface FeesPlan {
  /** Approvals, then one call that pays; of calls for one fee each only the first. */
  readonly steps: readonly Step[];
  /** Those that the call pays. */
  readonly paid: readonly UnpaidFee[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
}

/** One payment of a fee, read from a call. */
interface Leg {
  readonly payee: string;
  readonly reference: string;
  readonly units: bigint;
  /** Undefined for the coin. */
  readonly token: string | undefined;
}

/** A call that pays, with what it was found to pay. */
interface PaidBy {
  readonly call: PreparedCall;
  readonly legs: readonly Leg[];
}

interface Prepared {
  /** The calls that pay; those of the answer before them are approvals. */
  readonly calls: readonly PaidBy[];
  readonly approvals: readonly PreparedCall[];
  /** The contract that takes tokens. */
  readonly spender: string | undefined;
}

/**
 * Holds prepared calldata against the fees that the API listed as outstanding: each is paid once, to its
 * receiver, in its amount and with the reference of its own request, and nothing else is called.
 */
export function checkUnpaid({ networkId, fees }: UnpaidFees, body: unknown): FeesPlan | Mismatch {
  const contracts = TRUSTED_CONTRACTS[networkId];
  if (contracts === undefined) return 'contract';
  const answer = readCalldata(body);
  const all = answer.atomicTransactions ?? answer.transactions ?? [];
  const prepared = readCalls(all, fees.length, contracts);
  if (typeof prepared === 'string') return prepared;
  const legs = prepared.calls.flatMap((one) => one.legs);
  const wrong = compare(fees, legs);
  if (wrong !== undefined) return wrong;
  const totals = sumByAsset(fees);
  const approvals = readApprovals(prepared, totals);
  const [first] = prepared.calls;
  if (approvals === undefined) return 'approval';
  if (first === undefined) return 'unreadable';
  const paid = fees.filter(({ reference }) =>
    first.legs.some((leg) => sameAddress(leg.reference, reference)),
  );
  const pay = {
    kind: 'pay' as const,
    call: callOf(first.call),
    payments: paid.length,
    totals: sumByAsset(paid),
    fees: paid,
  };
  return {
    steps: [...approvals, pay],
    paid,
    hasEnoughBalance: answer.metadata?.hasEnoughBalance !== false,
    hasEnoughGas: answer.metadata?.hasEnoughGas !== false,
  };
}

/** One call of the batch contract behind its approvals, or a call for each fee. */
function readCalls(
  all: readonly PreparedCall[],
  fees: number,
  contracts: TrustedContracts,
): Prepared | Mismatch {
  const isBatch = sameAddress(all.at(-1)?.to, contracts.batch);
  const payFrom = all.length - (isBatch ? 1 : fees);
  if (payFrom < 0) return 'payments';
  const calls: PaidBy[] = [];
  for (const call of all.slice(payFrom)) {
    const legs = isBatch ? readBatch(call) : readSingle(call, contracts);
    if (typeof legs === 'string') return legs;
    calls.push({ call, legs });
  }
  const spender = isBatch ? contracts.batch : contracts.feeProxy;
  return { calls, approvals: all.slice(0, payFrom), spender };
}

/** The payments of one call; the coins sent along are exactly what it pays in coins. */
function readBatch(call: PreparedCall): readonly Leg[] | Mismatch {
  const batch = decodeBatch(call.data ?? '');
  if (batch === undefined) return 'unreadable';
  if (batch.payments.some(({ feeUnits }) => feeUnits > 0n)) return 'fee';
  if (batch.payments.some(({ kind }) => kind === 'conversion')) return 'payments';
  const legs: Leg[] = [];
  for (const { kind, path, payee, reference, amountUnits: units } of batch.payments) {
    if (path.length !== (kind === 'native' ? 0 : 1)) return 'token';
    legs.push({ payee, reference, units, token: path[0] });
  }
  const coins = legs.reduce(
    (sum, { token, units }) => (token === undefined ? sum + units : sum),
    0n,
  );
  return coinOf(call) === coins ? legs : 'coin';
}

function readSingle(call: PreparedCall, contracts: TrustedContracts): readonly Leg[] | Mismatch {
  const [value, data = ''] = [coinOf(call), call.data];
  if (value === undefined) return 'unreadable';
  const token = decodePayment(data);
  const coin = token === undefined ? decodeNativePayment(data) : undefined;
  const paid = token ?? coin;
  if (paid === undefined) return 'unreadable';
  if (!sameAddress(call.to, token ? contracts.feeProxy : contracts.nativeProxy)) return 'contract';
  if (paid.feeUnits > 0n) return 'fee';
  if (token !== undefined && value !== 0n) return 'coin';
  const { payee, reference } = paid;
  return [{ payee, reference, units: token?.amountUnits ?? value, token: token?.token }];
}

/** Each fee once, and nothing beside them. */
function compare(fees: readonly UnpaidFee[], legs: readonly Leg[]): Mismatch | undefined {
  if (legs.length !== fees.length) return 'payments';
  const waiting = new Set(legs);
  for (const fee of fees) {
    const leg = [...waiting].find(({ reference }) => sameAddress(reference, fee.reference));
    if (leg === undefined) return 'reference';
    waiting.delete(leg);
    if (!sameAddress(leg.payee, fee.address)) return 'payee';
    if (leg.units !== fee.units) return 'amount';
    const isAsset =
      fee.asset.address === undefined
        ? leg.token === undefined
        : sameAddress(leg.token, fee.asset.address);
    if (!isAsset) return 'token';
  }
  return undefined;
}

/** An old allowance may be cleared first; each is for exactly what the fees come to, once. */
function readApprovals(
  { approvals, spender }: Prepared,
  totals: readonly Money[],
): readonly Step[] | undefined {
  const read = approvals.map((call) => readApproval(call, spender, totals));
  const steps = read.filter((step) => step !== undefined);
  const orders = new Map<string | undefined, string>();
  for (const { asset, kind } of steps) {
    orders.set(asset.address, `${orders.get(asset.address) ?? ''} ${kind}`);
  }
  const isOrdered = [...orders.values()].every((order) => ORDER.test(order));
  return isOrdered && steps.length === approvals.length ? steps : undefined;
}

/** A cleared allowance that is not given anew would leave nothing to take. */
const ORDER = /^( reset)? approve$/;

function readApproval(call: PreparedCall, spender: string | undefined, totals: readonly Money[]) {
  const approval = decodeApproval(call.data ?? '');
  const total = totals.find(({ asset }) => sameAddress(asset.address, call.to));
  if (approval === undefined || total === undefined || spender === undefined) return undefined;
  const { units } = approval;
  const isSound = coinOf(call) === 0n && sameAddress(approval.spender, spender);
  if (!isSound || (units !== 0n && units !== total.units)) return undefined;
  const kind = units === 0n ? ('reset' as const) : ('approve' as const);
  return { kind, call: callOf(call), asset: total.asset, units, spender };
}
