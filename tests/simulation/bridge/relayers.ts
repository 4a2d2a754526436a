import { networkByChainId } from '#catalog/networks.ts';
import type { BridgeDeposit } from '#chains/chain.ts';
import type { BridgeAct } from '../../chains/fake/bridge.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import { digest } from '../../chains/fake/ledger.ts';
import { type Simulated, WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { actsOf, bridgeOf, isFinal, RELAYER, tokensOf } from './bridging.ts';

/** What relayers, tokens and nodes of the bridge do, and how often. */
const ACTIONS = {
  fill: 60,
  fill_again: 6,
  fill_late: 3,
  fill_short: 6,
  refund: 14,
  freeze: 6,
  unfreeze: 7,
  deny: 8,
  admit: 1,
  silence: 4,
  answer: 10,
} as const;

/** Somebody does something with a deposit, or nothing; returns what. */
export function actOnBridge(world: SimWorld): string {
  const { dice } = world;
  const action = dice.weighted(ACTIONS);
  switch (action) {
    case 'fill':
      return fillOne(world, { what: 'a fill', isFilled: false, isLate: false });
    case 'fill_again':
      return fillOne(world, { what: 'a second fill', isFilled: true, isLate: false });
    case 'fill_late':
      return fillOne(world, { what: 'a late fill', isFilled: false, isLate: true });
    case 'fill_short':
      return fillShort(world);
    case 'refund':
      return `${refundDue(world)} refunds`;
    case 'freeze':
      return freeze(world, dice.pick(world.networks));
    case 'unfreeze':
      unfreezeAll(world);
      return action;
    case 'deny':
      return deny(world);
    case 'silence':
      return silence(world, dice.pick(world.networks));
    case 'answer':
      answerAll(world);
      return action;
    case 'admit':
      admitAll(world);
      return action;
  }
}

/** The network that a deposit is to be delivered on. */
export function destinationOf({ destinationChainId }: BridgeDeposit): Simulated | undefined {
  const id = networkByChainId(destinationChainId)?.id;
  return id === 'base' || id === 'arbitrum-one' ? id : undefined;
}

/** Relayers look at so many of the newest deposits of each network. */
const RECENT = 6;

/** The deposits that relayers find on a network, newest last. */
function findDeposits(world: SimWorld, network: Simulated): readonly BridgeAct[] {
  const { bridging } = world;
  const made = bridgeOf(world, network).acts();
  const deposits = made.filter(({ kind }) => kind === 'deposit');
  for (const { hash, deposit } of deposits) {
    bridging?.seen.set(deposit.relayHash, { hash, deposit });
  }
  return deposits;
}

function recentDeposits(world: SimWorld): readonly BridgeAct[] {
  return world.networks.flatMap((network) => findDeposits(world, network).slice(-RECENT));
}

/** Fills everything that may still be filled. */
export function fillAll(world: SimWorld): void {
  for (const { deposit } of openDeposits(world, { isFilled: false, isLate: false })) {
    send(world, destinationOf(deposit), (bridge) => bridge.fill(deposit));
  }
}

/** The deposits of which a relayer picks one. */
interface FillChoice {
  readonly isFilled: boolean;
  readonly isLate: boolean;
}

function openDeposits(world: SimWorld, { isFilled, isLate }: FillChoice): readonly BridgeAct[] {
  const filled = new Set(
    [...actsOf(world).values()]
      .flat()
      .flatMap(({ kind, deposit }) => (kind === 'fill' ? [deposit.relayHash] : [])),
  );
  return recentDeposits(world).filter(
    ({ deposit }) =>
      filled.has(deposit.relayHash) === isFilled &&
      deposit.fillDeadline <= world.clock() === isLate,
  );
}

function fillOne(world: SimWorld, choice: FillChoice & { readonly what: string }): string {
  const open = openDeposits(world, choice);
  if (open.length === 0) return 'nothing to fill';
  const { deposit } = world.dice.pick(open);
  world.note(choice.what);
  return send(world, destinationOf(deposit), (bridge) => bridge.fill(deposit));
}

/** The contract takes a fill of less for that of another deposit. */
function fillShort(world: SimWorld): string {
  const open = recentDeposits(world);
  if (open.length === 0) return 'nothing to fill';
  const { deposit } = world.dice.pick(open);
  const outputUnits = deposit.outputUnits / 2n;
  const relayHash = digest(`short ${deposit.relayHash} ${world.nonce()}`);
  world.note('a short fill');
  return send(world, destinationOf(deposit), (bridge) =>
    bridge.fill({ ...deposit, outputUnits, relayHash }),
  );
}

/** Refunds what a final block of the destination says was not filled in time; returns how many. */
export function refundDue(world: SimWorld): number {
  const acts = actsOf(world);
  const ended = new Set(
    [...acts.values()]
      .flat()
      .flatMap(({ kind, deposit }) => (kind === 'deposit' ? [] : [deposit.relayHash])),
  );
  let count = 0;
  for (const network of world.networks) {
    for (const { deposit, block } of findDeposits(world, network)) {
      const destination = destinationOf(deposit);
      if (destination === undefined || ended.has(deposit.relayHash)) continue;
      const { time } = world.chains[destination].ledger.finalized();
      if (time <= deposit.fillDeadline || !isFinal(world, network, block.number)) continue;
      count += 1;
      send(world, network, (bridge) => bridge.refund(deposit));
      world.note('a refund');
    }
  }
  return count;
}

function send(
  world: SimWorld,
  network: Simulated | undefined,
  callOf: (
    bridge: ReturnType<typeof bridgeOf>,
  ) => Parameters<SimWorld['chains']['base']['transaction']>[1],
): string {
  if (network === undefined) return 'nowhere to go';
  const call = callOf(bridgeOf(world, network));
  const made = world.chains[network].transaction(RELAYER, call, world.nonce());
  world.signed.set(made.hash, made);
  world.mempool[network].push(made);
  return `${network} ${made.hash.slice(2, 10)}`;
}

/** The payee can be paid nothing for a while, so that calls of the bridge do not run. */
function freeze(world: SimWorld, network: Simulated): string {
  const token = world.dice.pick(tokensOf(network));
  world.chains[network].frozen.add(nameOf.balance(token, WALLETS.payee));
  world.note('the payee is frozen');
  return token;
}

/** All can be paid again. */
export function unfreezeAll({ networks, chains }: SimWorld): void {
  for (const network of networks) chains[network].frozen.clear();
}

/** Nodes of the destination deny, all of them, that a deposit is filled. */
function deny(world: SimWorld): string {
  const deposits = openDeposits(world, { isFilled: true, isLate: false });
  const { deposit } = deposits.length === 0 ? {} : world.dice.pick(deposits);
  const destination = deposit && destinationOf(deposit);
  if (deposit === undefined || destination === undefined) return 'nothing to deny';
  bridgeOf(world, destination).denied.add(deposit.relayHash);
  world.bridging?.everDenied.add(deposit.relayHash);
  world.note('a fill is denied');
  return deposit.relayHash;
}

/** No node of a network answers for a while. */
function silence(world: SimWorld, network: Simulated): string {
  for (const node of world.chains[network].nodeList) node.isDown = true;
  world.note('a network is silent');
  return network;
}

/** The nodes of all networks answer again. */
export function answerAll({ networks, chains }: SimWorld): void {
  for (const network of networks) for (const node of chains[network].nodeList) node.isDown = false;
}

/** Nodes say again what is filled. */
export function admitAll(world: SimWorld): void {
  for (const network of world.networks) bridgeOf(world, network).denied.clear();
}
