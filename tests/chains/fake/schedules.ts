import type { Network } from '#catalog/networks.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import type { Call, Schedules, TokenPayment } from '#chains/chain.ts';
import {
  encodeTrigger,
  findTriggersIn,
  readRefusal,
} from '#chains/evm/schedules/encode-trigger.ts';
import { type PermitValues, preparePermit, readPermit } from '#chains/evm/schedules/permit.ts';
import type { TakenInstalment } from '#chains/schedules.ts';
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
  /** What a call of the contract does; undefined for every other call. */
  deedOf(call: Call): ((balances: FakeBalances, from: string) => readonly FakeLog[]) | undefined;
  /** Remembers who signed a transaction, so that a trigger can be found. */
  sign(hash: Hex, from: string, call: Call): void;
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
  const { ledger, view, isContract } = parts;
  const relayers = new Set<string>();
  const sent = new Map<Hex, { readonly from: string; readonly call: Call }>();
  const holdingOf = (at: FakeView, payer: string, token: string) => ({
    balanceUnits: readAsOf(ledger, at, nameOf.balance(token, payer)),
    allowanceUnits: readAsOf(ledger, at, nameOf.allowance(token, payer, { account: proxy })),
  });
  const schedules: Schedules = {
    proxyAddress: proxy,
    prepare: (terms) => preparePermit(parts.network, proxy, terms),
    readProxy: async () => {
      view();
      const isSenderAllowed = relayers.size > 0;
      const { isPaused } = scheduling;
      return { isDeployed: true, isPaused, isSenderAllowed, paysThroughKnownProxy: true };
    },
    readPayer: async (payer, currency) => {
      const isCode = isContract(payer) || payer === proxy;
      return { isContract: isCode, ...holdingOf(view(), payer, currency.address) };
    },
    readState: async (permits) => {
      const at = view();
      const { number, hash, time } = at.head();
      const states = permits.map((permit) => {
        const { digest: name, values } = readPermit(permit);
        const bits = readAsOf(ledger, at, bitsOf(name));
        const takenIndexes = indexes.filter((index) => (bits >> BigInt(index)) & 1n);
        const lastIndex = takenIndexes.at(-1) ?? 0;
        return { takenIndexes, lastIndex, ...holdingOf(at, values.subscriber, values.token) };
      });
      return { block: { number, hash }, blockTime: time, schedules: states };
    },
    verify: async (permit, signature) => {
      const { digest: name, values } = readPermit(permit);
      if (signature === fakePermitSignature(values.subscriber, name)) return 'valid';
      const isCode = isContract(values.subscriber) || values.subscriber === proxy;
      return isCode ? 'contract' : 'not_signed';
    },
    approvalCall: (spender, currency, units) =>
      parts.calls.approval(currency.address, units, { account: spender }),
    trigger: encodeTrigger,
    readRefusal,
    findTrigger: async (...query) => findTrigger(view(), sent, query),
  };
  const deedOf: FakeScheduling['deedOf'] = ({ to, data }) => {
    const [trigger] = to === proxy ? findTriggersIn(data) : [];
    if (trigger === undefined) return undefined;
    return (balances, from) => {
      if (scheduling.isPaused) throw new Refused(PAUSED);
      if (!relayers.has(from)) throw new Refused(NO_ROLE);
      const { values, signature } = trigger;
      const name = trigger.digestAt({ proxy, chainId: parts.network.chainId });
      if (signature !== fakePermitSignature(values.subscriber, name)) {
        throw new Refused('0xd5a4f5ea');
      }
      takeIndex(balances, { name, values, index: trigger.call.index, time: parts.now() });
      return pay(parts, balances, { proxy, from, values, reference: trigger.paymentReference });
    };
  };
  const scheduling: FakeScheduling = {
    schedules,
    relayers,
    isPaused: false,
    deedOf,
    sign: (hash, from, call) => void sent.set(hash, { from, call }),
  };
  return scheduling;
}

type Sent = ReadonlyMap<Hex, { readonly from: string; readonly call: Call }>;

/** In the blocks that a node has. */
function findTrigger(
  view: FakeView,
  sent: Sent,
  [permit, index, fromBlock]: Parameters<Schedules['findTrigger']>,
): TakenInstalment | undefined {
  const read = readPermit(permit);
  for (let number = fromBlock; number <= view.head().number; number += 1n) {
    const block = view.block(number);
    for (const receipt of block?.receipts ?? []) {
      const known = sent.get(receipt.hash);
      if (known === undefined || receipt.status === 'reverted' || block === undefined) continue;
      const trigger = findTriggersIn(known.call.data).find(
        (one) => one.call.index === index && one.digestAt(read) === read.digest,
      );
      if (trigger === undefined) continue;
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
