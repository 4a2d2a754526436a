import type { Network } from '#catalog/networks.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import type { Call, Schedules, TokenPayment } from '#chains/chain.ts';
import {
  encodeTrigger,
  findTriggersIn,
  readRefusal,
} from '#chains/evm/schedules/encode-trigger.ts';
import {
  type PermitValues,
  preparePermit,
  type ReadPermit,
  readPermit,
} from '#chains/evm/schedules/permit.ts';
import type { SchedulePermit, TakenInstalment } from '#chains/schedules.ts';
import type { Clock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { hex } from '../../support/route-sample.ts';
import { readAsOf } from './as-of.ts';
import { type FakeCalls, nameOf } from './calls.ts';
import { digest, type FakeBalances, type FakeLedger, type FakeLog, Reverted } from './ledger.ts';
import type { FakeView } from './node.ts';

/** The contract of a fake chain that takes instalments, and who may do what there. */
export interface FakeScheduling {
  readonly schedules: Schedules;
  /** Who may take instalments. */
  readonly relayers: Set<string>;
  isPaused: boolean;
  /** Every transaction that was signed, and by whom. */
  readonly sent: ReadonlyMap<Hex, { readonly from: string; readonly call: Call }>;
  /** What a call of the contract does; undefined for every other call. */
  deedOf(call: Call): ((balances: FakeBalances, from: string) => readonly FakeLog[]) | undefined;
  /** The instalment that a call takes; undefined for every other call. */
  triggerOf(call: Pick<Call, 'to' | 'data'>): FakeTrigger | undefined;
  /** Remembers who signed a transaction, so that a trigger can be found. */
  sign(hash: Hex, from: string, call: Call): void;
}

/** A call that takes an instalment. */
interface FakeTrigger {
  /** Of its permit, for this contract. */
  readonly digest: Hex;
  readonly index: number;
  readonly values: PermitValues;
  readonly signature: Hex;
  readonly paymentReference: Hex;
}

interface Parts {
  readonly network: Network;
  readonly now: Clock;
  readonly calls: FakeCalls;
  readonly ledger: FakeLedger;
  readonly view: () => FakeView;
  readonly isContract: (address: string) => boolean;
  /** Balances that nothing may be added to or taken from. */
  readonly frozen: ReadonlySet<string>;
}

/** Undone for a reason of the contract. */
class Refused extends Reverted {
  constructor(reason: string) {
    super([], reason);
  }
}

const PAUSED = 'execution reverted: Pausable: paused';
const NO_ROLE = 'execution reverted: AccessControl: account is missing a role';
const NO_TRANSFER = 'execution reverted: payment transferFrom() failed';

/** The signature of a payer here: a digest in the form of a key's signature. */
export function fakePermitSignature(payer: string, permitDigest: Hex): Hex {
  return `${digest(`${payer.toLowerCase()} signs ${permitDigest}`)}${'00'.repeat(32)}1b`;
}

const bitsOf = (permitDigest: Hex) => `instalments ${permitDigest}`;

/** Undefined where the network has no such contract. */
export function fakeScheduling(parts: Parts): FakeScheduling | undefined {
  const address = recurringProxyOf(parts.network.id);
  if (address === undefined) return undefined;
  const proxy = hex(address);
  const { chainId } = parts.network;
  const relayers = new Set<string>();
  const sent = new Map<Hex, { readonly from: string; readonly call: Call }>();
  const triggerOf = memory(
    ({ to, data }: Pick<Call, 'to' | 'data'>) => `${to} ${data}`,
    (call) => readTrigger(call, { proxy, chainId }),
  );
  const deedOf: FakeScheduling['deedOf'] = (call) => {
    const trigger = triggerOf(call);
    if (trigger === undefined) return undefined;
    const { digest: name, index, values, signature, paymentReference } = trigger;
    return (balances, from) => {
      if (scheduling.isPaused) throw new Refused(PAUSED);
      if (!relayers.has(from)) throw new Refused(NO_ROLE);
      if (signature !== fakePermitSignature(values.subscriber, name)) {
        throw new Refused('0xd5a4f5ea');
      }
      takeIndex(balances, { name, values, index, time: parts.now() });
      return pay(parts, balances, { proxy, from, values, reference: paymentReference });
    };
  };
  const contract = { proxy, sent, triggerOf, relayers, isPaused: () => scheduling.isPaused };
  const scheduling: FakeScheduling = {
    schedules: schedulesOf(parts, contract),
    relayers,
    isPaused: false,
    sent,
    deedOf,
    triggerOf,
    sign: (hash, from, call) => void sent.set(hash, { from, call }),
  };
  return scheduling;
}

interface Contract extends Pick<FakeScheduling, 'relayers' | 'sent' | 'triggerOf'> {
  readonly proxy: Hex;
  readonly isPaused: () => boolean;
}

function schedulesOf(
  { network, calls, ledger, view, isContract }: Parts,
  { proxy, sent, triggerOf, relayers, isPaused }: Contract,
): Schedules {
  const reading = memory((permit: SchedulePermit) => JSON.stringify(permit), readPermit);
  const isCode = (address: string) => isContract(address) || address === proxy;
  const holdingOf = (at: FakeView, payer: string, token: string) => ({
    balanceUnits: readAsOf(ledger, at, nameOf.balance(token, payer)),
    allowanceUnits: readAsOf(ledger, at, nameOf.allowance(token, payer, { account: proxy })),
  });
  return {
    proxyAddress: proxy,
    prepare: (terms) => preparePermit(network, proxy, terms),
    readProxy: async () => {
      view();
      const isSenderAllowed = relayers.size > 0;
      return {
        ...{ isDeployed: true, isPaused: isPaused() },
        ...{ isSenderAllowed, paysThroughKnownProxy: true },
      };
    },
    readPayer: async (payer, currency) => ({
      isContract: isCode(payer),
      ...holdingOf(view(), payer, currency.address),
    }),
    readState: async (permits) => {
      const at = view();
      const { number, hash, time } = at.head();
      const states = permits.map((permit) => {
        const { digest: name, values } = reading(permit);
        const bits = readAsOf(ledger, at, bitsOf(name));
        const takenIndexes = indexes.filter((index) => (bits >> BigInt(index)) & 1n);
        const lastIndex = takenIndexes.at(-1) ?? 0;
        return { takenIndexes, lastIndex, ...holdingOf(at, values.subscriber, values.token) };
      });
      return { block: { number, hash }, blockTime: time, schedules: states };
    },
    verify: async (permit, signature) => {
      const { digest: name, values } = reading(permit);
      if (signature === fakePermitSignature(values.subscriber, name)) return 'valid';
      return isCode(values.subscriber) ? 'contract' : 'not_signed';
    },
    approvalCall: (spender, currency, units) =>
      calls.approval(currency.address, units, { account: spender }),
    trigger: encodeTrigger,
    readRefusal,
    findTrigger: async (permit, ...query) =>
      findTrigger(view(), { sent, triggerOf, read: reading(permit) }, query),
  };
}

/** Remembers what a function without effects answered. */
function memory<Input, Output>(
  keyOf: (input: Input) => string,
  read: (input: Input) => Output,
): (input: Input) => Output {
  const known = new Map<string, Output>();
  return (input) => {
    const key = keyOf(input);
    const output = known.get(key) ?? read(input);
    known.set(key, output);
    return output;
  };
}

function readTrigger(
  { to, data }: Pick<Call, 'to' | 'data'>,
  contract: Pick<ReadPermit, 'proxy' | 'chainId'>,
): FakeTrigger | undefined {
  const [found] = to === contract.proxy ? findTriggersIn(data) : [];
  if (found === undefined) return undefined;
  const { values, signature, paymentReference } = found;
  const { index } = found.call;
  return { digest: found.digestAt(contract), index, values, signature, paymentReference };
}

interface Known {
  readonly sent: FakeScheduling['sent'];
  readonly triggerOf: FakeScheduling['triggerOf'];
  readonly read: ReadPermit;
}

/** In the blocks that a node has. */
function findTrigger(
  view: FakeView,
  { sent, triggerOf, read }: Known,
  [index, fromBlock]: readonly [number, bigint],
): TakenInstalment | undefined {
  for (let number = fromBlock; number <= view.head().number; number += 1n) {
    const block = view.block(number);
    for (const receipt of block?.receipts ?? []) {
      const known = sent.get(receipt.hash);
      if (known === undefined || receipt.status === 'reverted' || block === undefined) continue;
      const trigger = triggerOf(known.call);
      if (trigger?.digest !== read.digest || trigger.index !== index) continue;
      return {
        transactionHash: receipt.hash,
        block: { number, hash: block.hash },
        blockTime: block.time,
        senderAddress: known.from,
        paymentReference: trigger.paymentReference,
        isPaid: receipt.logs.some(({ creditedUnits }) => creditedUnits >= read.values.amount),
      };
    }
  }
  return undefined;
}

const indexes = Array.from({ length: 255 }, (_, i) => i + 1);

interface Taking {
  readonly name: Hex;
  readonly values: PermitValues;
  readonly index: number;
  readonly time: Date;
}

/** In the contract's order of checks. */
function takeIndex(balances: FakeBalances, { name, values, index, time }: Taking): void {
  const seconds = BigInt(Math.floor(time.getTime() / 1_000));
  const bits = balances.read(bitsOf(name));
  const last = indexes.findLast((one) => (bits >> BigInt(one)) & 1n) ?? 0;
  if (seconds > values.deadline) throw new Refused('0xda023c0b');
  if (values.strictOrder && index !== last + 1) throw new Refused('0x061235ef');
  if (index > values.totalPayments) throw new Refused('0xbec060dd');
  if (seconds < BigInt(values.firstPayment) + BigInt(index - 1) * BigInt(values.periodSeconds)) {
    throw new Refused('0xb39d2709');
  }
  if ((bits >> BigInt(index)) & 1n) throw new Refused('0x544db32b');
  balances.write(bitsOf(name), bits | (1n << BigInt(index)));
}

interface Paying {
  readonly proxy: Hex;
  readonly from: string;
  readonly values: PermitValues;
  readonly reference: Hex;
}

/** What the token answers to the contract is ignored; the fee proxy undoes what did not come. */
function pay(
  { calls, frozen }: Parts,
  balances: FakeBalances,
  { proxy, from, values, reference }: Paying,
): readonly FakeLog[] {
  const { subscriber, token, amount, feeAmount, relayerFee } = values;
  const total = amount + feeAmount + relayerFee;
  const allowance = nameOf.allowance(token, subscriber, { account: proxy });
  const [source, held] = [nameOf.balance(token, subscriber), nameOf.balance(token, proxy)];
  const isPulled =
    balances.read(allowance) >= total && balances.read(source) >= total && !frozen.has(source);
  if (isPulled) {
    balances.write(allowance, balances.read(allowance) - total);
    balances.write(source, balances.read(source) - total);
    balances.write(held, balances.read(held) + total);
  }
  balances.write(nameOf.allowance(token, proxy, 'fee_proxy'), amount + feeAmount);
  const payment: TokenPayment = {
    kind: 'token',
    tokenAddress: token,
    payeeAddress: values.recipient,
    amountUnits: amount,
    feeUnits: feeAmount,
    feeAddress: values.feeAddress,
    paymentReference: reference,
  };
  const deed = calls.deedOf(calls.payment(payment));
  if (balances.read(held) < amount + feeAmount) throw new Refused(NO_TRANSFER);
  const logs = deed?.(balances, proxy) ?? [];
  if (relayerFee > 0n && balances.read(held) >= relayerFee) {
    const own = nameOf.balance(token, from);
    balances.write(held, balances.read(held) - relayerFee);
    balances.write(own, balances.read(own) + relayerFee);
  }
  return logs.map((log) => ({ ...log, payerAddress: isPulled ? subscriber : from }));
}
