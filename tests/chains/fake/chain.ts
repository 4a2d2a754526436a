import { keccak256 } from 'viem';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import {
  type Call,
  type Chain,
  DeepReorg,
  type ScanRange,
  type TransferSimulationResult,
} from '#chains/chain.ts';
import { evmAddress, isEvmAddress } from '#chains/evm/address.ts';
import { callOfStep, type EvmChain } from '#chains/evm/evm-chain.ts';
import { EVM_NEEDS, evmNetworkFeeUnits } from '#chains/evm/needs.ts';
import { isTronAddress } from '#chains/tron/address.ts';
import type { Clock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { agreementOf, holds, stateOf } from './agreement.ts';
import { type FakeBridge, fakeBridge } from './bridge.ts';
import {
  convert,
  type FakeContracts,
  type FakeRate,
  type FakeToken,
  fakeCalls,
  nameOf,
  wouldMove,
} from './calls.ts';
import { type FakeEscrow, fakeEscrow } from './escrow.ts';
import { type FakeFollower, fakeFollower, transfersIn, type ViewOptions } from './follow.ts';
import {
  digest,
  type FakeBalances,
  type FakeBlock,
  type FakeLedger,
  type FakeLog,
  type FakeTransaction,
  fakeLedger,
  type SealedParts,
} from './ledger.ts';
import { type FakeNames, fakeNames } from './names.ts';
import { type FakeNode, fakeNode, viewOf } from './node.ts';
import { type FakeSanctions, fakeSanctions } from './sanctions.ts';
import { type FakeScheduling, fakeScheduling } from './schedules.ts';
import { type FakeSending, fakeSending } from './sending.ts';

/** What every transaction takes here: less than the least of the above. */
const GAS_USED = 50_000n;
const GAS_PRICE_UNITS = 1_000_000_000n;
/** Blocks that a follower is reported at once, unless a test looks by itself. */
const WINDOW_BLOCKS = 2_000;

/** A chain that lives in memory, in which a test decides what happens. For tests only. */
export interface FakeChain extends EvmChain {
  readonly ledger: FakeLedger;
  readonly nodeList: readonly FakeNode[];
  /** By address, in the form that the chain shows. */
  readonly oddTokens: Map<string, FakeToken>;
  /** By the path's currencies joined by commas. */
  readonly rates: Map<string, FakeRate>;
  /** Balances that nothing may be added to or taken from, as `nameOf` names them. */
  readonly frozen: Set<string>;
  /** What relayers and the bridge do; undefined where the network has no bridge. */
  readonly bridging: FakeBridge | undefined;
  /** The oracle of sanctioned addresses; undefined where the network has none. */
  readonly sanctions: FakeSanctions | undefined;
  /** The registry of names; undefined where the network has none. */
  readonly names: FakeNames | undefined;
  /** The contract that takes instalments; undefined where the network has none. */
  readonly scheduling: FakeScheduling | undefined;
  /** What keys of an installation send. */
  readonly sending: FakeSending;
  /** The contract that holds payments; undefined where the network has none. */
  readonly holding: FakeEscrow | undefined;
  /** Gives a wallet so much of a token, or of the coin, out of nothing. */
  give(wallet: string, tokenAddress: string | undefined, units: bigint): void;
  /** What a wallet's signed call is, for `mine`; the number of the call makes its hash its own. */
  transaction(from: string, call: Call, nonce: number): FakeTransaction;
  /** Makes a block of these, after those that were broadcast, and notifies followers. */
  mine(transactions?: readonly FakeTransaction[]): FakeBlock;
  /** Follows one poll at a time; see `FakeFollower`. */
  follower(from: Parameters<Chain['follow']>[0], node: () => FakeNode): FakeFollower;
  /** The payments that stand now, read from the chain itself and not through a node. */
  unreverted(): ReturnType<typeof transfersIn>;
}

interface FakeParts {
  readonly network: Network;
  readonly now: Clock;
  readonly nodes?: number;
  readonly finalDepth?: number;
  /** See `fakeLedger`. */
  readonly seal?: (parts: SealedParts) => Hex;
}

/** Opens a chain in memory, with its nodes. */
export function fakeChain({
  network,
  now,
  nodes = 1,
  finalDepth = 20,
  seal,
}: FakeParts): FakeChain {
  const ledger = fakeLedger({ name: network.id, now, finalDepth, ...(seal && { seal }) });
  const nodeList = Array.from({ length: nodes }, (_, i) => fakeNode(`${i + 1}`));
  const oddTokens = new Map<string, FakeToken>();
  const rates = new Map<string, FakeRate>();
  const frozen = new Set<string>();
  const { isAddress, normalAddress } = network.family === 'tron' ? TRON_FORMS : EVM_FORMS;
  const addresses = CONTRACTS[network.id];
  const contracts = { addresses, normalAddress, oddTokens, rates, frozen };
  const calls = fakeCalls(contracts);
  const encoders = {
    encodeApproval: calls.approval,
    encodePayment: calls.payment,
    encodeBatch: (payments: Parameters<typeof calls.batch>[0]) => calls.batch(payments),
  };
  const well = () => {
    const node = nodeList.find((one) => !one.isDown);
    if (node === undefined) throw new Outage(`no node of ${network.name} answers`);
    return node;
  };
  const isContract = (address: string) => Object.values(addresses).includes(address);
  const bridging = fakeBridge({ network, now, calls, ledger, well, isContract });
  const scheduling = fakeScheduling({
    ...{ network, now, calls, ledger, isContract, frozen },
    view: () => viewOf(ledger, well()),
  });
  const view = () => viewOf(ledger, well());
  const holding = fakeEscrow({ network, now, ledger, contracts, view });
  const listeners = new Set<() => void>();
  const run: RunCall = (call, balances, from) => {
    const ofPayees = bridging?.deedOf(call) ?? scheduling?.deedOf(call);
    const deed = ofPayees ?? holding?.deedOf(call) ?? calls.deedOf(call);
    return deed?.(balances, from) ?? [];
  };
  const sending = fakeSending({
    ...{ ledger, run },
    view,
    onSigned: (hash, from, call) => scheduling?.sign(hash, from, call),
  });
  const contractsOf = { contracts, bridging, scheduling, sending, run };
  const fakeState: FakeState = { ledger, nodeList, ...contractsOf, well, listeners };
  return {
    ...{ network, ledger, nodeList, oddTokens, rates, frozen },
    ...{ bridging, scheduling, sending, holding },
    bridge: bridging?.reads,
    escrow: holding?.reads,
    sanctions: fakeSanctions(network.id, () => void well()),
    names: fakeNames(network.id, () => void well()),
    schedules: scheduling?.schedules,
    needs: EVM_NEEDS,
    networkFeeUnits: evmNetworkFeeUnits,
    capabilities: capabilitiesOf(contracts),
    give: (wallet, tokenAddress, units) => {
      const name =
        tokenAddress === undefined ? nameOf.coins(wallet) : nameOf.balance(tokenAddress, wallet);
      ledger.write(name, ledger.read(name) + units);
    },
    ...making(fakeState),
    ...reading(fakeState),
    ...watching(fakeState),
    ...encoders,
    prepare: async (steps) => steps.map((step) => callOfStep(encoders, step)),
    ...plainFunctions(normalAddress),
    isAddress,
    close: async () => undefined,
  };
}

/** How addresses are written on each kind of chain. */
const EVM_FORMS = { isAddress: isEvmAddress, normalAddress: evmAddress };
const TRON_FORMS = { isAddress: isTronAddress, normalAddress: (text: string) => text };

/** What the parts of a fake chain share. */
interface FakeState {
  readonly ledger: FakeLedger;
  readonly nodeList: readonly FakeNode[];
  readonly contracts: FakeContracts;
  readonly bridging: FakeBridge | undefined;
  readonly scheduling: FakeScheduling | undefined;
  readonly sending: FakeSending;
  readonly run: RunCall;
  /** The first node that answers; throws `Outage` when none does. */
  readonly well: () => FakeNode;
  readonly listeners: Set<() => void>;
}

/** Carries a call out as a wallet. */
type RunCall = (call: Call, balances: FakeBalances, from: string) => readonly FakeLog[];

function making({ ledger, run, bridging, scheduling, sending, listeners }: FakeState) {
  const waiting: FakeTransaction[] = [];
  const signed = new Map<Hex, FakeTransaction>();
  return {
    transaction: (from, call, nonce) => {
      const content = `${from} ${nonce} ${call.to} ${call.data}`;
      const made: FakeTransaction = {
        hash: digest(content),
        content,
        pays: (balances) => {
          const coins = nameOf.coins(from);
          balances.write(coins, balances.read(coins) - GAS_USED * GAS_PRICE_UNITS);
        },
        run: (balances) => run(call, balances, from),
      };
      bridging?.sign(made.hash, { from, nonce, call });
      scheduling?.sign(made.hash, from, call);
      signed.set(made.hash, made);
      return made;
    },
    mine: (transactions = []) => {
      const block = ledger.mine([...waiting.splice(0), ...sending.take(), ...transactions]);
      for (const listener of [...listeners]) listener();
      return block;
    },
    broadcast: async (raw) => {
      const accepted = sending.accept(raw);
      if (accepted !== undefined) return accepted;
      // A signature here is the hash of what is signed.
      const hash = isHex(raw) ? raw : '0x';
      const made = signed.get(hash);
      if (made === undefined) throw new Outage('the transaction is known or was never signed');
      signed.delete(hash);
      waiting.push(made);
      return hash;
    },
  } satisfies Partial<FakeChain>;
}

function watching(fakeState: FakeState) {
  const { ledger, nodeList, contracts, well, listeners } = fakeState;
  const viewOptions = (node?: FakeNode): ViewOptions => ({
    proxies: proxiesOf(contracts),
    isHidden: (hash) => node?.hidden.has(hash) ?? false,
    isHeld: (fakeState) => nodeList.some((one) => holds(ledger, one, fakeState)),
  });
  const follower: FakeChain['follower'] = (from, node) =>
    fakeFollower(from, () => viewOptions(node()));
  return {
    follower,
    unreverted: () => ledger.blocks.flatMap((block) => transfersIn(block, viewOptions())),
    checkChainId: async () => void well(),
    nodes: () => nodeList.map((node) => stateOf(ledger, node)),
    checkAgreement: async (agreementQuery) => agreementOf(ledger, nodeList, agreementQuery),
    follow: (from, signal) => {
      const fakeFollower = follower(from, well);
      const poll = () => fakeFollower.poll(viewOf(ledger, well()), WINDOW_BLOCKS);
      return followed({ poll, listeners }, signal);
    },
    scan: (range) => scanned(fakeState, follower, { range, node: well }),
    eachNode: () =>
      nodeList.map((node) => {
        const alone = () => {
          if (node.isDown) throw new Outage(`${node.name} is down`);
          return node;
        };
        return {
          name: node.name,
          scan: (range) => scanned(fakeState, follower, { range, node: alone }),
        };
      }),
  } satisfies Partial<FakeChain>;
}

/** Scans a range of blocks through the given node. */
async function* scanned(
  { ledger }: FakeState,
  follower: FakeChain['follower'],
  { range, node }: { readonly range: ScanRange; readonly node: () => FakeNode },
): ReturnType<Chain['scan']> {
  const { from, to, isOurs } = range;
  const fakeFollower = follower({ known: [], startBlock: from, ...(isOurs && { isOurs }) }, node);
  for (let at = from - 1n; at < to; ) {
    const update = await fakeFollower.poll(viewOf(ledger, node()), Number(to - at));
    if (update?.type !== 'blocks') throw new Outage(`block ${at + 1n} is not there yet`);
    at = update.to.number;
    yield { transfers: update.transfers, to: update.to };
  }
}

function proxiesOf({ addresses, normalAddress }: FakeContracts): ReadonlySet<string> {
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy } = addresses;
  return new Set(
    [erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy].flatMap((address) =>
      address === undefined ? [] : [normalAddress(address)],
    ),
  );
}

function capabilitiesOf({ addresses }: FakeContracts): Chain['capabilities'] {
  return {
    native: addresses.ethereumFeeProxy !== undefined,
    conversion: addresses.erc20ConversionProxy !== undefined,
    batch: (addresses.batchPayments ?? addresses.erc20BatchPayments) !== undefined,
  };
}

function plainFunctions(normalAddress: (text: string) => string) {
  return {
    normalAddress,
    referenceKey: (reference) => keccak256(reference),
    checkSignIn: async (address, message, signature) =>
      typeof message === 'string' &&
      signature === digest(`${normalAddress(address)} signs ${message}`),
  } satisfies Partial<Chain>;
}

function reading({ ledger, contracts, well }: FakeState) {
  const { normalAddress } = contracts;
  const view = () => viewOf(ledger, well());
  return {
    readPayerBalances: async (wallet, queries) => {
      view();
      return {
        nativeBalanceUnits: ledger.read(nameOf.coins(wallet)),
        resources: { prices: { gas: GAS_PRICE_UNITS } },
        tokens: queries.map(({ tokenAddress, spender }) => ({
          balanceUnits: ledger.read(nameOf.balance(normalAddress(tokenAddress), wallet)),
          allowanceUnits: ledger.read(
            nameOf.allowance(normalAddress(tokenAddress), wallet, spender),
          ),
        })),
      };
    },
    simulateTransfers: async (from, queries) =>
      queries.map(
        ({ tokenAddress, payeeAddress: to, units }): TransferSimulationResult =>
          wouldMove(contracts, { balances: ledger, from }, { tokenAddress, to, units })
            ? 'accepted'
            : 'refused',
      ),
    readRates: async (queries) => {
      const readAt = view().head().time;
      return queries.map(({ path, invoiceUnits }) => {
        const outUnits = convert(contracts, path, invoiceUnits);
        const rate = contracts.rates.get(path.join());
        return outUnits === undefined || rate === undefined
          ? undefined
          : { outUnits, oldestAt: rate.setAt, readAt };
      });
    },
    readBatchFeeBps: async () => 0n,
    readBatchContract: async () => ({
      feeBps: 0n,
      publishedKinds: ['token', 'native', 'conversion'] as const,
    }),
    readHead: async () => view().head().number,
    readOutcome: async (hash) => {
      view();
      for (const block of ledger.blocks.toReversed()) {
        const receipt = block.receipts.find((one) => one.hash === hash);
        const { number } = block;
        if (receipt) return { status: receipt.status, block: { number, hash: block.hash } };
      }
      return undefined;
    },
  } satisfies Partial<Chain>;
}

interface Followed {
  readonly poll: () => ReturnType<FakeFollower['poll']>;
  readonly listeners: Set<() => void>;
}

async function* followed(
  { poll, listeners }: Followed,
  signal: AbortSignal,
): ReturnType<Chain['follow']> {
  while (!signal.aborted) {
    const news = Promise.withResolvers<void>();
    const listener = () => news.resolve();
    listeners.add(listener);
    signal.addEventListener('abort', listener, { once: true });
    try {
      const update = await poll();
      if (update !== undefined) yield update;
      else await news.promise;
    } catch (error) {
      if (!(error instanceof Outage) || error instanceof DeepReorg) throw error;
      await news.promise;
    } finally {
      listeners.delete(listener);
      signal.removeEventListener('abort', listener);
    }
  }
}
