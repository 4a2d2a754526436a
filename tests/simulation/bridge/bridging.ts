import { currencyById } from '#catalog/currencies.ts';
import type { BridgeDeposit } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { BridgeAct, FakeBridge } from '../../chains/fake/bridge.ts';
import { BRIDGED_NETWORKS, CURRENCIES, type Simulated } from '../networks.ts';
import type { SimWorld } from '../world.ts';

/** Who fills deposits on every network. */
export const RELAYER = '0x7777777777777777777777777777777777777777';
/** What the relayer has of every token, which is never used up. */
export const RELAYER_UNITS = 10n ** 40n;

/** A transaction to the bridge, and what its payer meant by it. */
interface SentRoute {
  readonly hash: Hex;
  readonly network: Simulated;
  readonly payer: string;
  /** The row of the request that it is about. */
  readonly requestId: string;
  /** Whether its deposit pays that request once it is filled. */
  readonly isPaying: boolean;
  /** Whether it brings back to its sender what does not arrive; the failure of others is not reported. */
  readonly isReturning: boolean;
}

/** A deposit that a relayer has seen, and the transaction that made it. */
interface SeenDeposit {
  readonly hash: Hex;
  readonly deposit: BridgeDeposit;
}

/** What happened over a bridge, beside what the chains show. */
export interface Bridging {
  /** By the hash of the transaction. */
  readonly sent: Map<Hex, SentRoute>;
  /** Transactions of one sender and nonce, of which a chain holds one at most. */
  readonly rivals: Map<Hex, Hex>;
  /** By relay hash: every deposit that a relayer saw, though it may have vanished since. */
  readonly seen: Map<Hex, SeenDeposit>;
  /** Relay hashes of deposits whose fills all nodes denied at some time. */
  readonly everDenied: Set<Hex>;
  /** Intents whose failure was judged already. */
  readonly judged: Set<string>;
}

/** A bridge on which nothing has happened, with a rich relayer. */
export function openBridging({ chains, mempool }: Pick<SimWorld, 'chains' | 'mempool'>): Bridging {
  const bridging: Bridging = {
    sent: new Map(),
    rivals: new Map(),
    seen: new Map(),
    everDenied: new Set(),
    judged: new Set(),
  };
  for (const network of BRIDGED_NETWORKS) {
    const chain = chains[network];
    for (const token of tokensOf(network)) chain.give(RELAYER, token, RELAYER_UNITS);
    bridgeOf({ chains }, network).isWaiting = (hash) =>
      mempool[network].some((one) => one.hash === hash);
  }
  return bridging;
}

/** The bridge of a network. */
export function bridgeOf({ chains }: Pick<SimWorld, 'chains'>, network: Simulated): FakeBridge {
  const { bridging } = chains[network];
  if (bridging === undefined) throw new Error(`${network} has no bridge`);
  return bridging;
}

/** The tokens that are moved on a network. */
export function tokensOf(network: Simulated): string[] {
  return CURRENCIES[network]
    .flatMap((id) => currencyById(id) ?? [])
    .filter(({ type }) => type !== 'ETH')
    .map(({ address }) => address);
}

/** The other end of the bridge. */
export function otherEnd(network: Simulated): Simulated {
  const other = BRIDGED_NETWORKS.find((one) => one !== network);
  if (other === undefined) throw new Error('a bridge has two ends');
  return other;
}

/** What stands on each network. */
export function actsOf(world: SimWorld): ReadonlyMap<Simulated, readonly BridgeAct[]> {
  return new Map(world.networks.map((network) => [network, bridgeOf(world, network).acts()]));
}

/** Whether a block is final on its chain. */
export function isFinal(world: SimWorld, network: Simulated, number: bigint): boolean {
  return number <= world.chains[network].ledger.finalized().number;
}
