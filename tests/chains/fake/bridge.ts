import { toHex } from 'viem';
import { BRIDGES, type BridgeContracts, hasBridge } from '#catalog/bridge.ts';
import type { Network } from '#catalog/networks.ts';
import type {
  BridgeDeposit,
  BridgeReads,
  Call,
  DecodedRoute,
  RouteTransaction,
  SourceQuery,
  SourceTransaction,
} from '#chains/chain.ts';
import { decodeRoute } from '#chains/evm/bridge/decode-route.ts';
import type { Clock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { runDeposit, runFill, runRefund } from './bridge-deeds.ts';
import type { FakeCalls } from './calls.ts';
import {
  digest,
  type FakeBalances,
  type FakeBlock,
  type FakeLedger,
  type FakeLog,
  type FakeReceipt,
} from './ledger.ts';
import { type FakeNode, type FakeView, viewOf } from './node.ts';

/** The gas of an embedded call, which nobody pays here. */
const CALL_GAS = 130_000n;

/** A transaction as it was signed. */
interface Signed {
  readonly from: string;
  readonly nonce: number;
  readonly call: Call;
}

/** A transaction of the bridge that stands now. */
export interface BridgeAct {
  readonly kind: 'deposit' | 'fill' | 'refund';
  readonly hash: Hex;
  readonly from: string;
  readonly block: FakeBlock;
  readonly deposit: BridgeDeposit;
  /** Whether the embedded call ran; of fills alone. */
  readonly callRan: boolean;
}

/** The bridge of a fake chain: what its adapter reads, and what relayers and the bridge itself do. */
export interface FakeBridge {
  readonly reads: BridgeReads;
  /** Relay hashes of deposits whose fills all nodes deny. */
  readonly denied: Set<Hex>;
  /** Whether nodes have a transaction that no block holds; none until a test says otherwise. */
  isWaiting: (hash: Hex) => boolean;
  /** What stands on this chain, read from the chain itself and not through a node. */
  acts(): readonly BridgeAct[];
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
  readonly ledger: FakeLedger;
  /** The first node that answers; throws `Outage` when none does. */
  readonly well: () => FakeNode;
  readonly isContract: (address: string) => boolean;
}

/** What the parts of a fake bridge share. */
interface BridgeState extends FakeBridgeParts {
  readonly contracts: BridgeContracts;
  readonly view: () => FakeView;
  readonly signed: Map<Hex, Signed>;
  /** Routes by their calldata, which say the same whenever they are decoded. */
  readonly routes: Map<Hex, ReturnType<BridgeReads['decodeRoute']>>;
  /** Deposits by the data of the calls that fill or refund them. */
  readonly fills: Map<Hex, BridgeDeposit>;
  readonly refunds: Map<Hex, BridgeDeposit>;
}

/** Opens the bridge of a network; undefined where it has none. Routes to it are real calldata. */
export function fakeBridge(parts: FakeBridgeParts): FakeBridge | undefined {
  const { network, ledger, well } = parts;
  if (!hasBridge(network.id)) return undefined;
  const contracts = BRIDGES[network.id];
  const [fills, refunds] = [new Map<Hex, BridgeDeposit>(), new Map<Hex, BridgeDeposit>()];
  const view = () => viewOf(ledger, well());
  const made = { view, contracts, fills, refunds, signed: new Map(), routes: new Map() };
  const state: BridgeState = { ...parts, ...made };
  const named = (kind: 'fill' | 'refund', deposit: BridgeDeposit): Call => {
    const data = toHex(`${kind} ${deposit.relayHash}`);
    (kind === 'fill' ? fills : refunds).set(data, deposit);
    return { to: contracts.spokePool, data, valueUnits: 0n };
  };
  const denied = new Set<Hex>();
  const bridge: FakeBridge = {
    reads: {
      ...pureOf(state),
      ...sourcesOf(state, (hash) => bridge.isWaiting(hash)),
      ...fillsOf(state, denied),
    },
    denied,
    isWaiting: () => false,
    acts: () => actsOf(state),
    fill: (deposit) => named('fill', deposit),
    refund: (deposit) => named('refund', deposit),
    sign: (hash, made) => void state.signed.set(hash, made),
    deedOf: (call) => deedOf(state, call),
  };
  return bridge;
}

function decoded({ network, contracts, routes }: BridgeState, call: RouteTransaction) {
  const name: Hex = `${call.data}${call.to.slice(2)}`;
  const route = routes.get(name) ?? decodeRoute(network, contracts, call);
  routes.set(name, route);
  return route;
}

function routeOf(state: BridgeState, call: Call): DecodedRoute | undefined {
  const route = decoded(state, call);
  return 'refused' in route ? undefined : route;
}

/** The deposits, fills and refunds of the blocks that stand, oldest first. */
function actsOf(state: BridgeState): BridgeAct[] {
  const acts: BridgeAct[] = [];
  let deposits = 0n;
  for (const block of state.ledger.blocks) {
    for (const receipt of block.receipts) {
      const act = actOf(state, receipt, deposits);
      if (act !== undefined) acts.push({ ...act, block });
      if (act?.kind === 'deposit') deposits += 1n;
    }
  }
  return acts;
}

function actOf(
  state: BridgeState,
  { hash, status, logs }: FakeReceipt,
  deposits: bigint,
): Omit<BridgeAct, 'block'> | undefined {
  const { signed, fills, refunds } = state;
  const made = signed.get(hash);
  if (status !== 'success' || made === undefined) return undefined;
  const { from, call } = made;
  const parts = { hash, from, callRan: logs.length > 0 };
  const fill = fills.get(call.data);
  if (fill !== undefined) return { kind: 'fill', deposit: fill, ...parts };
  const refund = refunds.get(call.data);
  if (refund !== undefined) return { kind: 'refund', deposit: refund, ...parts };
  const deposit = depositOf(state, call, deposits);
  return deposit && { kind: 'deposit', deposit, ...parts };
}

function deedOf(state: BridgeState, call: Call): ReturnType<FakeBridge['deedOf']> {
  const fill = state.fills.get(call.data);
  if (fill !== undefined) return (balances, from) => runFill(state, fill, { balances, from });
  const refund = state.refunds.get(call.data);
  if (refund !== undefined) return (balances) => runRefund(state, refund, balances);
  const route = routeOf(state, call);
  return route && ((balances, from) => runDeposit(state, route, { balances, from }));
}

function pureOf(state: BridgeState) {
  const { calls, view, isContract } = state;
  return {
    decodeRoute: (transaction) => decoded(state, transaction),
    destinationCall: (payment) => {
      const { to, data } = calls.payment(payment);
      return { to, data, gasLimit: CALL_GAS };
    },
    readPaymentCall: (call) => calls.tokenPaymentOf(call),
    findContracts: async (addresses) => {
      view();
      return addresses.map(isContract);
    },
  } satisfies Partial<BridgeReads>;
}

/** The first transaction of a kind from a block on, where it is, and whether that block is final. */
function find(
  { view }: BridgeState,
  isWanted: (receipt: FakeReceipt, block: FakeBlock) => boolean,
  from = 0n,
) {
  const shown = view();
  const found = receiptsOf(shown, from).find(({ receipt, block }) => isWanted(receipt, block));
  if (found === undefined) return undefined;
  const { number, hash, time: blockTime } = found.block;
  const isFinal = number <= shown.finalized().number;
  const logIndex = found.block.receipts.indexOf(found.receipt);
  return {
    receipt: found.receipt,
    logIndex,
    place: { block: { number, hash }, blockTime, isFinal },
  };
}

function sourcesOf(state: BridgeState, isWaiting: FakeBridge['isWaiting']) {
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
        if (made === undefined || (found === undefined && !isWaiting(hash))) {
          return { hash, state: 'unknown', isReplaced: isReplaced(query) };
        }
        const { from: sender, call: transaction } = made;
        const sent = { hash, sender, nonce: BigInt(made.nonce), transaction };
        if (found === undefined) return { ...sent, state: 'waiting' };
        const { status } = found.receipt;
        const deposits = status === 'success' ? depositsOf(state, hash) : [];
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

/** The deposit that a transaction made, as a node shows it. */
function depositsOf(state: BridgeState, hash: Hex): BridgeDeposit[] {
  const call = state.signed.get(hash)?.call;
  const before = receiptsOf(state.view(), 0n);
  const made = before.slice(
    0,
    before.findIndex(({ receipt }) => receipt.hash === hash),
  );
  const others = made.filter(({ receipt }) => isDeposit(state, receipt));
  const deposit = call && depositOf(state, call, BigInt(others.length));
  return deposit === undefined ? [] : [deposit];
}

function isDeposit(state: BridgeState, { hash, status }: FakeReceipt): boolean {
  const call = state.signed.get(hash)?.call;
  return status === 'success' && call !== undefined && routeOf(state, call) !== undefined;
}

/** The deposit of a call. The spoke pool counts them, so that a reorg may give one another number. */
function depositOf(state: BridgeState, call: Call, depositId: bigint): BridgeDeposit | undefined {
  const route = routeOf(state, call);
  return (
    route && {
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
      relayHash: digest(`${state.network.id} ${depositId} ${call.data}`),
      messageHash: digest(`message ${call.data}`),
      call: route.call,
      fallbackAddress: route.fallbackAddress,
    }
  );
}

function fillsOf(state: BridgeState, denied: ReadonlySet<Hex>) {
  const { signed, fills, refunds, view, well } = state;
  const isFillOf =
    ({ relayHash }: BridgeDeposit) =>
    ({ hash, status }: FakeReceipt) =>
      status === 'success' &&
      !denied.has(relayHash) &&
      fills.get(signed.get(hash)?.call.data ?? '0x')?.relayHash === relayHash;
  /** A refund names no deposit: it is the first Transfer back after the deadline that is large enough. */
  const refundIn = ({ hash, status }: FakeReceipt, deposit: BridgeDeposit) => {
    const refund = refunds.get(signed.get(hash)?.call.data ?? '0x');
    const isFitting =
      status === 'success' &&
      !well().hidden.has(hash) &&
      refund?.depositor === deposit.depositor &&
      refund.inputToken === deposit.inputToken &&
      refund.inputUnits >= deposit.inputUnits;
    return isFitting ? refund : undefined;
  };
  return {
    readFills: async (deposits) => {
      const times = { headTime: view().head().time, finalTime: view().finalized().time };
      return deposits.map((deposit) => {
        const found = find(state, isFillOf(deposit));
        const isFilledFinally = found?.place.isFinal === true;
        return { isFilled: found !== undefined, isFilledFinally, ...times };
      });
    },
    findFill: async (deposit, fromBlock) => {
      const found = find(state, isFillOf(deposit), fromBlock);
      if (found === undefined || well().hidden.has(found.receipt.hash)) return undefined;
      const { outputUnits, recipient, call, fallbackAddress: address } = deposit;
      const { hash: transactionHash, logs } = found.receipt;
      const relayer = signed.get(transactionHash)?.from ?? '';
      const fill = { transactionHash, relayer, recipient, outputUnits, ...found.place };
      if (call === undefined || address === undefined) return { ...fill, outcome: 'no_call' };
      if (logs.length > 0) return { ...fill, outcome: 'call_ran' };
      return { ...fill, outcome: 'fallback', fallback: { address, units: outputUnits } };
    },
    findRefund: async (deposit, fromBlock, afterLogIndex = -1) => {
      const isAfter = (receipt: FakeReceipt, { number, receipts }: FakeBlock) =>
        number > fromBlock || receipts.indexOf(receipt) > afterLogIndex;
      const isWanted = (receipt: FakeReceipt, block: FakeBlock) =>
        block.time > deposit.fillDeadline &&
        refundIn(receipt, deposit) !== undefined &&
        isAfter(receipt, block);
      const found = find(state, isWanted, fromBlock);
      const refund = found && refundIn(found.receipt, deposit);
      if (found === undefined || refund === undefined) return undefined;
      const { depositor: to, inputUnits: units } = refund;
      const { receipt, place, logIndex } = found;
      return { transactionHash: receipt.hash, ...place, logIndex, to, units };
    },
  } satisfies Partial<BridgeReads>;
}

function receiptsOf(view: FakeView, from: bigint) {
  const found: { readonly receipt: FakeReceipt; readonly block: FakeBlock }[] = [];
  for (let number = from; number <= view.head().number; number += 1n) {
    const block = view.block(number);
    if (block !== undefined) found.push(...block.receipts.map((receipt) => ({ receipt, block })));
  }
  return found;
}
