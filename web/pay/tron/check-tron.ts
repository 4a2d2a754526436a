import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall } from '../../api/shapes.ts';
import { isRecord, list, member } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { showAmount } from '../../ui/amount.ts';
import { type ReadTransaction, readTransaction } from '../../wallet/tron/transaction.ts';
import { TRON_CONTRACTS } from '../../wallet/tron/trusted-tron.generated.ts';
import { callsOf, checkPlan } from '../check-plan.ts';
import { coinOf } from '../checked.ts';
import type { Link } from '../link.ts';
import { lookAlikes } from '../look-alikes.ts';
import { tronMessages as messages } from '../messages/en/tron.ts';
import { paidBefore } from '../paid-before.ts';
import type { Check, Mismatch, Plan, Step } from '../plan.ts';
import {
  type KnownAddresses,
  readAddresses,
  withAddresses,
  withFeeReceivers,
} from './addresses.ts';
import { checkTronBatch } from './check-tron-batch.ts';
import { checkTronBundle } from './check-tron-bundle.ts';

/** What energy may cost at most, in sun: 100 TRX for an approval and 300 TRX for a payment, whatever the API says. */
const FEE_LIMITS_SUN = { approve: 100_000_000n, pay: 300_000_000n } as const;

/** A signature is good for minutes only: so long may a transaction be valid from when it was made. */
const VALID_MS_MAX = 10 * 60_000;

/** How far this device's clock may be from the network's; beyond that a transaction could be valid for long. */
const CLOCK_ERROR_MS_MAX = 60 * 60_000;

interface Fetched {
  readonly link: Link;
  readonly answer: Answer;
  readonly view?: Answer | undefined;
}

/** Everything that a check knows before it runs: hashes take a browser a moment. */
export interface Known {
  readonly addresses: KnownAddresses;
  /** What is to be signed, by what the API wrote. */
  readonly read: ReadonlyMap<unknown, ReadTransaction>;
  readonly own: string;
  readonly now: number;
}

/** Opens the check of calldata for a Tron wallet: reads the bytes of every transaction, and addresses. */
export async function openCheck(own: string, { link, answer, view }: Fetched): Promise<Check> {
  const { payments, feePlan, network } = link;
  const shown = [payments, feePlan, Object.values(network.tokens), view?.body];
  const known = await readKnown(own, answer.body, shown);
  return (shownLink, body, { atomic }) => checkTron(shownLink, body, { ...known, atomic });
}

/** Reads the bytes of every transaction of calldata, and of the addresses in it and in what is shown beside it. */
export async function readKnown(own: string, body: unknown, shown: unknown): Promise<Known> {
  const addresses = await readAddresses([body, shown, own, TRON_CONTRACTS]);
  const offered = ['transactions', 'atomicTransactions'].flatMap((name) => list(body, name));
  const read = await Promise.all(
    offered.map(async (one) => [one, await readTransaction(one, addresses.bytes)] as const),
  );
  const sound = read.flatMap(([one, made]) => (made === undefined ? [] : [[one, made] as const]));
  const shownAs = await withFeeReceivers(
    addresses,
    sound.map(([, { raw }]) => raw.data),
  );
  return { addresses: shownAs, read: new Map(sound), own, now: Date.now() };
}

/**
 * Compares what the bytes of every transaction say with the link as it is shown: signer, contract, method, token,
 * payee, amount, reference, fees and their receivers, approvals, TRX sent along, fee limit and expiry, and that the
 * call beside the bytes and their JSON form say the same.
 */
function checkTron(
  link: Link,
  body: unknown,
  known: Known & { readonly atomic: boolean },
): Plan | Mismatch {
  const { addresses, atomic, own } = known;
  const answer = withAddresses(readCalldata(body), addresses.bytes);
  if (link.kind === 'batch') return 'unreadable';
  const { isAtomic, calls } = callsOf(link, { answer, atomic });
  const transactions = readOffered({ body, isAtomic, calls }, known);
  if (typeof transactions === 'string') return transactions;
  const inBytes = linkInBytes(link, addresses);
  const contracts = withAddresses(TRON_CONTRACTS, addresses.bytes);
  const checked = checkPlan(inBytes, {
    answer,
    contracts,
    atomic,
    checkAtomic: checkTronBatch,
    checkBatches: checkTronBundle,
  });
  if (typeof checked === 'string') return checked;
  const plan = withAddresses(checked, addresses.shown);
  const steps = signedSteps(plan.steps, transactions, body);
  if (typeof steps === 'string') return steps;
  const payees = link.payments.flatMap(({ payee }) => (payee === undefined ? [] : [payee]));
  return { ...plan, steps, lookAlikes: lookAlikes(payees, { own, paid: paidBefore() }) };
}

/** Calls, and the list of the answer in which they are. */
interface Offered {
  readonly body: unknown;
  readonly isAtomic: boolean;
  readonly calls: readonly PreparedCall[];
}

/** The transactions beside calls, if the bytes of each say the same and nothing more than the call. */
export function readOffered(
  { body, isAtomic, calls }: Offered,
  known: Known,
): readonly (ReadTransaction | undefined)[] | Mismatch {
  const transactions = list(body, isAtomic ? 'atomicTransactions' : 'transactions').map((one) =>
    known.read.get(one),
  );
  const wrong = calls.map((call, at) => compareBytes(call, transactions[at], known));
  return wrong.find((one) => one !== undefined) ?? transactions;
}

/** What is wrong with the bytes beside a call, apart from what the call does. */
function compareBytes(
  call: PreparedCall,
  read: ReadTransaction | undefined,
  { addresses, own, now }: Known,
): Mismatch | undefined {
  if (read === undefined) return 'unreadable';
  const { owner, contract, data, expirationMs, timestampMs } = read.raw;
  if (owner !== addresses.bytes.get(own)) return 'signer';
  if (call.to !== contract) return 'contract';
  if (call.data?.replace(/^(0x)?/, '0x').toLowerCase() !== data) return 'unreadable';
  if (coinOf(call) !== 0n) return 'coin';
  const validMs = expirationMs - timestampMs;
  const isShort = validMs > 0 && validMs <= VALID_MS_MAX;
  return isShort && Math.abs(now - timestampMs) <= CLOCK_ERROR_MS_MAX ? undefined : 'expiry';
}

/** The steps with what the wallet signs of each, if energy may cost as much as it should and no more. */
export function signedSteps(
  steps: readonly Step[],
  transactions: readonly (ReadTransaction | undefined)[],
  body: unknown,
): readonly Step[] | Mismatch {
  const held = heldText(body);
  if (steps.length !== transactions.length) return 'unreadable';
  const signed: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const read = transactions[at];
    const isApproval = step.kind === 'approve' || step.kind === 'reset';
    const limit = FEE_LIMITS_SUN[isApproval ? 'approve' : 'pay'];
    if (read?.raw.feeLimitSun !== limit) return 'feeLimit';
    const { transaction } = read;
    const networkFeeMost = showAmount(limit, TRX_DECIMALS);
    const networkFeeNote = `${messages.networkFee(networkFeeMost)} ${held}`;
    signed.push({ ...step, call: { ...step.call, transaction }, networkFeeMost, networkFeeNote });
  }
  return signed;
}

/** What the wallet has for the network's fee, as far as the API says it. */
function heldText(body: unknown): string {
  const metadata = member(body, 'metadata');
  const read = (name: string, decimals: number, text: (amount: string) => string) => {
    const value = String(member(metadata, name));
    return /^[0-9]{1,30}$/.test(value) ? [text(showAmount(BigInt(value), decimals))] : [];
  };
  const held = [
    ...read('nativeBalance', TRX_DECIMALS, messages.coin),
    ...read('availableEnergy', 0, messages.energy),
    ...read('availableBandwidth', 0, messages.bandwidth),
  ];
  return held.length === 0 ? '' : messages.held(held);
}

const TRX_DECIMALS = 6;

/** The link with addresses as bytes, so that the same check compares payments of every network. */
function linkInBytes(link: Link, { bytes }: KnownAddresses): Link {
  const payments = withAddresses(link.payments, bytes);
  const feePlan = withAddresses(link.feePlan, bytes);
  for (const plan of [feePlan, ...payments.map((payment) => payment.feePlan)]) nameReceivers(plan);
  return { ...link, payments, feePlan };
}

/** A fee of this network goes to the receiver that is named for it, and to no other. */
function nameReceivers(feePlan: unknown): void {
  for (const fee of list(feePlan, 'fees')) {
    const receiver = member(fee, 'destinationRef');
    if (isRecord(receiver)) receiver['evmAddress'] = receiver['tronAddress'];
  }
}
