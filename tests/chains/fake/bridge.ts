import { toHex } from 'viem';
import { BRIDGES, type BridgeContracts, hasBridge } from '#catalog/bridge.ts';
import type { Network } from '#catalog/networks.ts';
import type {
  BridgeDeposit,
  BridgeReads,
  Call,
  DecodedRoute,
  SourceQuery,
  SourceTransaction,
  TokenPayment,
} from '#chains/chain.ts';
import { decodeRoute } from '#chains/evm/bridge/decode-route.ts';
import type { Clock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { type FakeCalls, nameOf } from './calls.ts';
import {
  digest,
  type FakeBalances,
  type FakeBlock,
  type FakeLog,
  type FakeReceipt,
  Reverted,
} from './ledger.ts';
import type { FakeView } from './node.ts';

/** The gas of an embedded call, which nobody pays here. */
const CALL_GAS = 130_000n;

/** A transaction as it was signed. */
interface Signed {
  readonly from: string;
  readonly nonce: number;
  readonly call: Call;
}

/** The bridge of a fake chain: what its adapter reads, and what relayers and the bridge itself do. */
export interface FakeBridge {
  readonly reads: BridgeReads;
  /** The call of a relayer that fills a deposit here; the relayer pays the output. */
  fill(deposit: BridgeDeposit): Call;
  /** The call that refunds a deposit that was made here. */
  refund(deposit: BridgeDeposit): Call;
  /** Remembers who signed what. */
  sign(hash: Hex, signed: Signed): void;
  /** What a call of the bridge does; undefined for every other call. */
  deedOf(call: Call): ((balances: FakeBalances, from: string) => readonly FakeLog[]) | undefined;
}

interface FakeBridgeParts {
  readonly network: Network;
  readonly now: Clock;
  readonly calls: FakeCalls;
  /** The chain as a node that is well shows it; throws `Outage` where none is. */
  readonly view: () => FakeView;
  readonly isContract: (address: string) => boolean;
}

/** What the parts of a fake bridge share. */
interface BridgeState extends FakeBridgeParts {
  readonly contracts: BridgeContracts;
  readonly signed: Map<Hex, Signed>;
  /** Deposits by the data of the calls that fill or refund them. */
  readonly fills: Map<Hex, BridgeDeposit>;
  readonly refunds: Map<Hex, BridgeDeposit>;
}

/** Opens the bridge of a network; undefined where it has none. Routes to it are real calldata. */
export function fakeBridge(parts: FakeBridgeParts): FakeBridge | undefined {
  const { network } = parts;
  if (!hasBridge(network.id)) return undefined;
  const contracts = BRIDGES[network.id];
  const [fills, refunds] = [new Map<Hex, BridgeDeposit>(), new Map<Hex, BridgeDeposit>()];
  const state: BridgeState = { ...parts, contracts, fills, refunds, signed: new Map() };
  const named = (kind: 'fill' | 'refund', deposit: BridgeDeposit): Call => {
    const data = toHex(`${kind} ${deposit.relayHash}`);
    (kind === 'fill' ? fills : refunds).set(data, deposit);
    return { to: contracts.spokePool, data, valueUnits: 0n };
  };
  return {
    reads: { ...pureOf(state), ...sourcesOf(state), ...fillsOf(state) },
    fill: (deposit) => named('fill', deposit),
    refund: (deposit) => named('refund', deposit),
    sign: (hash, made) => void state.signed.set(hash, made),
    deedOf: (call) => deedOf(state, call),
  };
}

function routeOf({ network, contracts }: BridgeState, call: Call): DecodedRoute | undefined {
  const route = decodeRoute(network, contracts, call);
  return 'refused' in route ? undefined : route;
}

function deedOf(state: BridgeState, call: Call): ReturnType<FakeBridge['deedOf']> {
  const { fills, refunds, contracts, now } = state;
  const fill = fills.get(call.data);
  if (fill !== undefined) return (balances, from) => runFill(state, fill, { balances, from });
  const refund = refunds.get(call.data);
  if (refund !== undefined) {
    return (balances) => {
      if (now() <= refund.fillDeadline) throw new Reverted();
      once(balances, `refunded ${refund.relayHash}`);
      const { inputToken, inputUnits: units, depositor: to } = refund;
      move(balances, inputToken, { from: contracts.spokePool, to, units });
      return [];
    };
  }
  const route = routeOf(state, call);
  if (route === undefined) return undefined;
  return (balances, from) => {
    const { sourceToken, sourceUnits: units } = route;
    move(balances, sourceToken, { from, to: contracts.spokePool, units });
    return [];
  };
}

function runFill(
  { now, calls, contracts }: BridgeState,
  deposit: BridgeDeposit,
  { balances, from }: { readonly balances: FakeBalances; readonly from: string },
): readonly FakeLog[] {
  const { outputToken, outputUnits, call, fallbackAddress: to = deposit.recipient } = deposit;
  const { executor } = contracts;
  if (now() > deposit.fillDeadline) throw new Reverted();
  once(balances, `filled ${deposit.relayHash}`);
  move(balances, outputToken, { from, to: executor, units: outputUnits });
  const tried = overlay(balances);
  const logs = call === undefined ? [] : ranCall(calls, tried, { call, deposit, executor });
  if (logs.length > 0) tried.commit();
  const left = balances.read(nameOf.balance(outputToken, executor));
  move(balances, outputToken, { from: executor, to, units: left });
  return logs;
}

function pureOf(state: BridgeState) {
  const { network, contracts, calls, view, isContract } = state;
  const payments = new Map<Hex, TokenPayment>();
  return {
    decodeRoute: (transaction) => decodeRoute(network, contracts, transaction),
    destinationCall: (payment) => {
      const { to, data } = calls.payment(payment);
      payments.set(data, payment);
      return { to, data, gasLimit: CALL_GAS };
    },
    readPaymentCall: ({ data }) => payments.get(data),
    findContracts: async (addresses) => {
      view();
      return addresses.map(isContract);
    },
  } satisfies Partial<BridgeReads>;
}

/** The first transaction of a kind from a block on, where it is, and whether that block is final. */
function find({ view }: BridgeState, isWanted: (receipt: FakeReceipt) => boolean, from = 0n) {
  const shown = view();
  const found = receiptsOf(shown, from).find(({ receipt }) => isWanted(receipt));
  if (found === undefined) return undefined;
  const { number, hash, time: blockTime } = found.block;
  const isFinal = number <= shown.finalized().number;
  return { receipt: found.receipt, place: { block: { number, hash }, blockTime, isFinal } };
}

function sourcesOf(state: BridgeState) {
  const { signed } = state;
  const isReplaced = ({ sent }: SourceQuery): boolean => {
    const used = find(state, ({ hash }) => {
      const other = signed.get(hash);
      return other?.from === sent?.sender && BigInt(other?.nonce ?? -1) === sent?.nonce;
    });
    return used?.place.isFinal === true;
  };
  return {
    readSources: async (queries) =>
      queries.map((query): SourceTransaction => {
        const { hash } = query;
        const found = find(state, (receipt) => receipt.hash === hash);
        const made = signed.get(hash);
        if (found === undefined || made === undefined) {
          return { hash, state: 'unknown', isReplaced: isReplaced(query) };
        }
        const { status } = found.receipt;
        const deposits = status === 'success' ? depositsOf(state, hash) : [];
        const { from: sender, call: transaction } = made;
        const sent = { hash, sender, nonce: BigInt(made.nonce), transaction };
        return { ...sent, state: status, ...found.place, deposits };
      }),
    findDeposit: async ({ depositor, termsHash }, fromBlock) => {
      const isSame = (deposit: BridgeDeposit) =>
        deposit.relayHash === termsHash && deposit.depositor === depositor;
      const made = ({ hash, status }: FakeReceipt) =>
        status === 'success' ? depositsOf(state, hash).find(isSame) : undefined;
      const found = find(state, (receipt) => made(receipt) !== undefined, fromBlock);
      const deposit = found && made(found.receipt);
      return found && deposit && { deposit, transactionHash: found.receipt.hash };
    },
  } satisfies Partial<BridgeReads>;
}

/** The deposit that a transaction made; its number follows from the transaction. */
function depositsOf(state: BridgeState, hash: Hex): BridgeDeposit[] {
  const call = state.signed.get(hash)?.call;
  const route = call && routeOf(state, call);
  if (route === undefined) return [];
  const depositId = BigInt(digest(`deposit ${hash}`).slice(0, 18));
  return [
    {
      depositId,
      originChainId: state.network.chainId,
      destinationChainId: route.destinationChainId,
      depositor: route.refundAddress,
      recipient: route.receiver,
      inputToken: route.depositToken,
      inputUnits: route.depositUnits,
      outputToken: route.outputToken,
      outputUnits: route.leastOutputUnits,
      fillDeadline: route.deadlines.bridge,
      relayHash: digest(`${state.network.id} ${depositId}`),
      messageHash: digest(`message ${depositId}`),
      call: route.call,
      fallbackAddress: route.fallbackAddress,
    },
  ];
}

function fillsOf(state: BridgeState) {
  const { signed, fills, refunds, view } = state;
  const isCallOf =
    (of: ReadonlyMap<Hex, BridgeDeposit>, { relayHash }: BridgeDeposit) =>
    ({ hash, status }: FakeReceipt) =>
      status === 'success' && of.get(signed.get(hash)?.call.data ?? '0x')?.relayHash === relayHash;
  return {
    readFills: async (deposits) => {
      const times = { headTime: view().head().time, finalTime: view().finalized().time };
      return deposits.map((deposit) => {
        const found = find(state, isCallOf(fills, deposit));
        const isFilledFinally = found?.place.isFinal === true;
        return { isFilled: found !== undefined, isFilledFinally, ...times };
      });
    },
    findFill: async (deposit, fromBlock) => {
      const found = find(state, isCallOf(fills, deposit), fromBlock);
      if (found === undefined) return undefined;
      const { outputUnits, recipient, call, fallbackAddress: address } = deposit;
      const { hash: transactionHash, logs } = found.receipt;
      const relayer = signed.get(transactionHash)?.from ?? '';
      const fill = { transactionHash, relayer, recipient, outputUnits, ...found.place };
      if (call === undefined || address === undefined) return { ...fill, outcome: 'no_call' };
      if (logs.length > 0) return { ...fill, outcome: 'call_ran' };
      return { ...fill, outcome: 'fallback', fallback: { address, units: outputUnits } };
    },
    findRefund: async (deposit, fromBlock) => {
      const found = find(state, isCallOf(refunds, deposit), fromBlock);
      if (found === undefined) return undefined;
      const { depositor: to, inputUnits: units } = deposit;
      return { transactionHash: found.receipt.hash, ...found.place, logIndex: 0, to, units };
    },
  } satisfies Partial<BridgeReads>;
}

/** Makes the embedded call as the executor; no logs where it does not run. */
function ranCall(
  calls: FakeCalls,
  balances: FakeBalances,
  {
    call,
    deposit,
    executor,
  }: {
    readonly call: NonNullable<BridgeDeposit['call']>;
    readonly deposit: BridgeDeposit;
    readonly executor: string;
  },
): readonly FakeLog[] {
  const { originChainId, depositId, depositor, relayHash: termsHash } = deposit;
  if (call.units > deposit.outputUnits) return [];
  const allowance = nameOf.allowance(deposit.outputToken, executor, 'fee_proxy');
  balances.write(allowance, call.units);
  try {
    const logs = calls.deedOf(call)?.(balances, executor) ?? [];
    const bridge = { originChainId, depositId, depositor, termsHash };
    return logs.map((log) => ({ ...log, payerAddress: depositor, bridge }));
  } catch (error) {
    if (error instanceof Reverted) return [];
    throw error;
  }
}

/** Amounts that change only when they are committed. */
function overlay(balances: FakeBalances): FakeBalances & { commit(): void } {
  const written = new Map<string, bigint>();
  return {
    read: (name) => written.get(name) ?? balances.read(name),
    write: (name, units) => void written.set(name, units),
    commit: () => {
      for (const [name, units] of written) balances.write(name, units);
    },
  };
}

function once(balances: FakeBalances, name: string): void {
  if (balances.read(name) > 0n) throw new Reverted();
  balances.write(name, 1n);
}

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

function move(balances: FakeBalances, token: string, { from, to, units }: Movement): void {
  const left = balances.read(nameOf.balance(token, from)) - units;
  if (left < 0n) throw new Reverted();
  balances.write(nameOf.balance(token, from), left);
  const target = nameOf.balance(token, to);
  balances.write(target, balances.read(target) + units);
}

function receiptsOf(view: FakeView, from: bigint) {
  const found: { readonly receipt: FakeReceipt; readonly block: FakeBlock }[] = [];
  for (let number = from; number <= view.head().number; number += 1n) {
    const block = view.block(number);
    if (block !== undefined) found.push(...block.receipts.map((receipt) => ({ receipt, block })));
  }
  return found;
}
