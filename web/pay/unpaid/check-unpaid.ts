import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall, SecurePaymentCalldata } from '../../api/shapes.ts';
import { sameAddress } from '../../ui/address.ts';
import {
  type BatchCall,
  decodeApproval,
  decodeBatch,
  decodeConversion,
  decodeNativePayment,
  decodePayment,
} from '../../wallet/calldata.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { TrustedContracts } from '../../wallet/trusted-network.ts';
import { isConversionPath } from '../check-single.ts';
import { callOf, coinOf } from '../checked.ts';
import { type Money, sumByAsset } from '../link.ts';
import type { Mismatch, Step } from '../plan.ts';
import type { UnpaidFee, UnpaidFees } from './unpaid-fees.ts';

/** What will be signed for outstanding fees, read from the bytes and found to be exactly those. */
export interface FeesPlan {
  /** Approvals, then one call that pays; of calls for one fee each only the first. */
  readonly steps: readonly Step[];
  /** Those that the call pays, with what it takes for each at most. */
  readonly paid: readonly UnpaidFee[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
}

/** One payment of a fee, read from a call. */
interface Leg {
  readonly payee: string;
  readonly reference: string;
  /** In what the fee is listed in. */
  readonly units: bigint;
  /** Of a coin empty, of a token its address; of a conversion from the currency to the token. */
  readonly path: readonly string[];
  /** What it takes, at most. */
  readonly spendUnits: bigint;
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

/** A fee beside the payment of it. */
interface Pair {
  readonly fee: UnpaidFee;
  readonly leg: Leg;
}

/**
 * Holds prepared calldata against the fees that the API listed as outstanding: each is paid once, to its
 * receiver, in its amount and with the reference of its own request, and nothing else is called.
 */
export function checkUnpaid(unpaid: UnpaidFees, body: unknown): FeesPlan | Mismatch {
  const contracts = TRUSTED_CONTRACTS[unpaid.networkId];
  if (contracts === undefined) return 'contract';
  return checkUnpaidBy({ contracts, decodeBatch }, unpaid, readCalldata(body));
}

/** The contracts of a network, and how a call of its batch contract is read. */
interface Reading {
  readonly contracts: TrustedContracts;
  readonly decodeBatch: (data: string) => BatchCall | undefined;
}

/** The same by the contracts of any network. */
export function checkUnpaidBy(
  reading: Reading,
  { fees }: Pick<UnpaidFees, 'fees'>,
  answer: SecurePaymentCalldata,
): FeesPlan | Mismatch {
  const prepared = readCalls(feeCallsOf(answer), fees.length, reading);
  if (typeof prepared === 'string') return prepared;
  const legs = prepared.calls.flatMap((one) => one.legs);
  const pairs = pairUp(fees, legs);
  if (typeof pairs === 'string') return pairs;
  const approvals = readApprovals(prepared, spentBy(pairs));
  const [first] = prepared.calls;
  if (approvals === undefined) return 'approval';
  if (first === undefined) return 'unreadable';
  const made = pairs.filter(({ leg }) => first.legs.includes(leg));
  const paid = made.map(({ fee, leg }) => ({
    ...fee,
    spend: { ...fee.spend, units: leg.spendUnits },
  }));
  const pay = {
    kind: 'pay' as const,
    call: callOf(first.call),
    payments: paid.length,
    // The link itself is paid.
    positions: [],
    totals: spentBy(made),
    fees: paid,
  };
  return {
    steps: [...approvals, pay],
    paid,
    hasEnoughBalance: answer.metadata?.hasEnoughBalance !== false,
    hasEnoughGas: answer.metadata?.hasEnoughGas !== false,
  };
}

/** What is to be signed of an answer: in one call where it has that. */
export function feeCallsOf({
  atomicTransactions,
  transactions = [],
}: SecurePaymentCalldata): readonly PreparedCall[] {
  return atomicTransactions ?? transactions;
}

/** One call of the batch contract behind its approvals, or a call for each fee. */
function readCalls(
  all: readonly PreparedCall[],
  fees: number,
  reading: Reading,
): Prepared | Mismatch {
  const { contracts } = reading;
  const isBatch = sameAddress(all.at(-1)?.to, contracts.batch);
  const payFrom = all.length - (isBatch ? 1 : fees);
  if (payFrom < 0) return 'payments';
  const calls: PaidBy[] = [];
  for (const call of all.slice(payFrom)) {
    const legs = isBatch ? readBatch(call, reading) : readSingle(call, contracts);
    if (typeof legs === 'string') return legs;
    calls.push({ call, legs });
  }
  // One payment is of one kind, and so are its fees.
  const isConverted = calls.some(({ legs }) => legs.some(({ path }) => path.length > 1));
  const own = isConverted ? contracts.conversionProxy : contracts.feeProxy;
  return { calls, approvals: all.slice(0, payFrom), spender: isBatch ? contracts.batch : own };
}

/** The payments of one call; the coins sent along are exactly what it pays in coins. */
function readBatch(call: PreparedCall, reading: Reading): readonly Leg[] | Mismatch {
  const batch = reading.decodeBatch(call.data ?? '');
  if (batch === undefined) return 'unreadable';
  if (batch.payments.some(({ feeUnits }) => feeUnits > 0n)) return 'fee';
  const legs: Leg[] = [];
  for (const { kind, path, payee, reference, amountUnits: units, ...item } of batch.payments) {
    const isPath = kind === 'conversion' ? path.length > 1 : path.length === LENGTHS[kind];
    if (!isPath) return 'token';
    const spendUnits = kind === 'conversion' ? item.maxToSpendUnits : units;
    legs.push({ payee, reference, units, path, spendUnits });
  }
  const coins = legs.reduce((sum, { path, units }) => (path.length === 0 ? sum + units : sum), 0n);
  return coinOf(call) === coins ? legs : 'coin';
}

/** How long a path is that converts nothing. */
const LENGTHS = { native: 0, token: 1 };

function readSingle(call: PreparedCall, contracts: TrustedContracts): readonly Leg[] | Mismatch {
  const value = coinOf(call);
  if (value === undefined) return 'unreadable';
  const read = readCall(call.data ?? '', value);
  if (read === undefined) return 'unreadable';
  if (!sameAddress(call.to, contracts[read.contract])) return 'contract';
  if (read.feeUnits > 0n) return 'fee';
  const { leg } = read;
  return leg.path.length > 0 && value !== 0n ? 'coin' : [leg];
}

/** A payment of its own by whichever contract makes it. */
function readCall(data: string, value: bigint): ReadCall | undefined {
  const token = decodePayment(data);
  if (token !== undefined) {
    const { amountUnits: units } = token;
    const leg = { ...token, units, path: [token.token], spendUnits: units };
    return { contract: 'feeProxy', feeUnits: token.feeUnits, leg };
  }
  const converted = decodeConversion(data);
  if (converted !== undefined) {
    const { feeUnits, invoiceUnits: units, maxToSpendUnits: spendUnits } = converted;
    return { contract: 'conversionProxy', feeUnits, leg: { ...converted, units, spendUnits } };
  }
  const coin = decodeNativePayment(data);
  if (coin === undefined) return undefined;
  const leg = { ...coin, units: value, path: [], spendUnits: value };
  return { contract: 'nativeProxy', feeUnits: coin.feeUnits, leg };
}

interface ReadCall {
  readonly contract: 'feeProxy' | 'conversionProxy' | 'nativeProxy';
  readonly feeUnits: bigint;
  readonly leg: Leg;
}

/** Each fee once, and nothing beside them. */
function pairUp(fees: readonly UnpaidFee[], legs: readonly Leg[]): readonly Pair[] | Mismatch {
  if (legs.length !== fees.length) return 'payments';
  const waiting = new Set(legs);
  const pairs: Pair[] = [];
  for (const fee of fees) {
    const leg = [...waiting].find(({ reference }) => sameAddress(reference, fee.reference));
    if (leg === undefined) return 'reference';
    waiting.delete(leg);
    const wrong = compare(fee, leg);
    if (wrong !== undefined) return wrong;
    pairs.push({ fee, leg });
  }
  return pairs;
}

function compare(fee: UnpaidFee, { payee, units, path, spendUnits }: Leg): Mismatch | undefined {
  const { spend, isConverted, asset } = fee;
  const token = spend.asset.address;
  const isPath = isConverted
    ? isConversionPath(path, asset.symbol, token)
    : path.join().toLowerCase() === (token ?? '').toLowerCase();
  if (!sameAddress(payee, fee.address)) return 'payee';
  if (units !== fee.units) return 'amount';
  if (!isPath) return 'token';
  // The limit that was reported; what is signed may be lower and never higher.
  return spendUnits > spend.units ? 'rate' : undefined;
}

/** What payments of fees take at most, by asset. */
function spentBy(pairs: readonly Pair[]): readonly Money[] {
  return sumByAsset(
    pairs.map(({ fee, leg }) => ({ asset: fee.spend.asset, units: leg.spendUnits })),
  );
}

/** An old allowance may be cleared first; each is for exactly the sum of the fees, once. */
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
