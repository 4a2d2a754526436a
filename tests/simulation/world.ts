import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import { pino } from 'pino';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { SignedTransaction } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { openVault } from '#kit/secret.ts';
import { idMaker, orderedIdMaker } from '#kit/ulid.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { preparing } from '#platform/db/prepared.ts';
import type { Context } from '../../src/context.ts';
import { type FakeChain, fakeChain } from '../chains/fake/chain.ts';
import type { FakeTransaction } from '../chains/fake/ledger.ts';
import { TEST_TIME, testContext } from '../support/context.ts';
import { faultyDatabase, type Mortal, newMortal } from '../support/faulty-database.ts';
import { connected } from '../support/still-chain.ts';
import { type Bridging, openBridging } from './bridge/bridging.ts';
import { bridgeAs } from './bridge/plants.ts';
import { addOtherShop, type Holding, holdsAs, openHolding } from './commerce/holding.ts';
import { complain } from './complaints.ts';
import { type Dice, openDice } from './dice.ts';
import { faultyChain, faultyService } from './faulty-chain.ts';
import {
  AGREEING,
  ALL_SIMULATED,
  confirmationsOf,
  EVM_NETWORKS,
  ofEach,
  type Simulated,
  WALLETS,
  walletsOf,
} from './networks.ts';
import type { Trouble } from './nodes/node-troubles.ts';
import { openBlocks, openRpcNodes, type RpcNodes } from './nodes/rpc-nodes.ts';
import { type SimulatedTime, simulatedTime } from './nodes/simulated-time.ts';
import type { Plant } from './plants.ts';
import { fakeReceivers, type Receivers } from './receivers.ts';
import { openRecurring, type Recurring, withRecurring } from './recurring/recurring.ts';
import { openRelayPool, type RelayPool, relayAs } from './relay/pool.ts';
import { enrichSigners } from './relay/wallets.ts';
import { enrichWallet } from './rich-wallets.ts';
import { withSafes } from './safes/accounts.ts';
import { openSafing, type Safing } from './safes/safing.ts';
import { openScreening, type Screening } from './screening/screening.ts';
import { noteMoves } from './status-moves.ts';

/** What one node alone may credit an account where nodes must agree, in dollars, in worlds with everything in the background. */
export const SINGLE_NODE_DOLLARS = 12n;

/** Behind the head, a block is final; deeper than a payment waits, so that what was confirmed can vanish. */
const FINAL_DEPTH = 14;
/** One for each who may act within what another does, and some to spare. */
const CONNECTIONS_MAX = 6;
/** Nodes of each network; a watcher alternates between them. */
const NODES = 3;
/** Links run out within a simulated hour, so that late payments are common. */
export const LINK_LIFETIME_MS = 60 * 60 * 1_000;
/** What signers of Tron have of everything, which is never used up. */
const RICH = 10n ** 40n;

/** Who is paid the fee of the installation. */
const PROTOCOL_WALLETS = {
  evmAddress: WALLETS.protocol,
  tronAddress: walletsOf('tron').protocol,
};

/** Its token keeps a share of what is moved. */
const ODD_CURRENCY = 'FAU-sepolia';

/** What happened so far, counted. */
interface Tally {
  [what: string]: number;
}

/** A process of the simulation: its own database connection, and whatever may happen to it. */
export interface Process {
  readonly name: string;
  mortal: Mortal;
  ctx: Context;
  /** Does something, for as long as that takes in the process's own time. */
  within: SimulatedTime['until'];
  /** Lets some of the process's own time pass. */
  pass: SimulatedTime['pass'];
}

/** A transaction that a payer signed. */
interface SignedPayment {
  readonly token: string;
  readonly transaction: SignedTransaction;
}

/** Everything that a run of the simulation is made of. */
export interface SimWorld {
  readonly dice: Dice;
  /** Decides who pays itself, apart from all else; undefined where nobody does. */
  readonly selfDice: Dice | undefined;
  readonly clock: ReturnType<typeof manualClock>;
  /** Those that something happens on. */
  readonly networks: readonly Simulated[];
  readonly chains: Readonly<Record<Simulated, FakeChain>>;
  /** Signed and not yet in a block. */
  readonly mempool: Readonly<Record<Simulated, FakeTransaction[]>>;
  /** Every transaction ever signed, so that a reorg can bring it back. */
  readonly signed: Map<Hex, FakeTransaction>;
  /** Every block that ever stood, and not only on one node's fork. */
  readonly everMined: Set<Hex>;
  /** Every transaction whose logs some node lost at some time. */
  readonly everHidden: Set<Hex>;
  readonly receivers: Receivers;
  /** The nodes as the real adapter reaches them; undefined where the chains in memory are the port. */
  readonly rpc: RpcNodes | undefined;
  /** What was forwarded to the nodes of Tron; undefined where nothing is. */
  readonly relay: RelayPool | undefined;
  /** What happens between two networks with a bridge; undefined where none is used. */
  readonly bridging: Bridging | undefined;
  /** What Safes do; undefined where there are none. */
  readonly safing: Safing | undefined;
  /** What is held in escrows; undefined where there are no commerce payments. */
  readonly holding: Holding | undefined;
  /** What recurring payouts and series of requests are; undefined where nothing recurs. */
  readonly recurring: Recurring | undefined;
  /** Who is asked about wallets; undefined where nobody is. */
  readonly screening: Screening | undefined;
  /** What payers have signed, and the tokens that it pays. */
  readonly inHand: SignedPayment[];
  readonly plant: Omit<Plant, 'shows'>;
  /** Whether workers reconcile in the background and the only node that answers may be trusted up to a total. */
  readonly background: boolean;
  readonly accounts: readonly string[];
  /** For looking and checking: nothing happens to it. */
  readonly db: Database;
  readonly tally: Tally;
  /** What failed though nothing was made to fail. */
  readonly complaints: string[];
  /** Starts a process from nothing but the database. */
  start(name: string): Process;
  /** Notes what happened, for the count and for the hash of the run. */
  note(what: string, details?: string): void;
  hash(): string;
  nonce(): number;
}

/** Connections to a database in which worlds are made, one after another. */
export interface WorldPool extends AsyncDisposable {
  readonly prepared: PostgresPool;
}

/** How the server reads tables: as it sees fit, or so that rows come in another order wherever a statement leaves it open. */
export type Plans = 'usual' | 'other';

/** Opens connections whose prepared statements outlive a world. */
export function openPool(databaseUrl: string, plans: Plans = 'usual'): WorldPool {
  const { pool } = openDatabase(withoutWaiting(databaseUrl, plans), {
    log: pino({ level: 'silent' }),
    connectionsMax: CONNECTIONS_MAX,
  });
  return { prepared: preparing(pool), [Symbol.asyncDispose]: () => pool.end() };
}

interface WorldParts {
  readonly pool: WorldPool;
  readonly seed: string;
  /** Whether wallets also pay requests that pay themselves. */
  readonly paysSelves: boolean;
  readonly plant: Omit<Plant, 'shows'>;
  /** By default `EVM_NETWORKS`. */
  readonly networks?: readonly Simulated[] | undefined;
  /** Lets the adapter for real nodes read blocks, from nodes in memory that may have these troubles. */
  readonly nodes?: readonly Trouble[] | undefined;
  /** See `SimWorld`; kept seeds go on meaning what they meant before without it. */
  readonly background?: boolean | undefined;
  /** Whether signed transactions of Tron are forwarded; needs `nodes`. */
  readonly relays?: boolean | undefined;
  /** Whether payers use the bridge between the networks. */
  readonly bridges?: boolean | undefined;
  /** Whether Safes pay. */
  readonly safes?: boolean | undefined;
  /** Whether shops have payments held in escrows, and nothing else. */
  readonly holds?: boolean | undefined;
  /** Whether payouts and requests recur. */
  readonly recurs?: boolean | undefined;
  /** Whether wallets are looked up and judged. */
  readonly screens?: boolean | undefined;
}

interface ChainParts {
  readonly clock: SimWorld['clock'];
  readonly dice: Dice;
  readonly networks: readonly Simulated[];
  readonly nodes: readonly Trouble[] | undefined;
  readonly plant: WorldParts['plant'];
  readonly relays: boolean | undefined;
  readonly bridges: boolean | undefined;
  readonly tally: Tally;
}

/** The chains, in which the payers are rich, and their nodes where those are called over JSON-RPC. */
function openChains({
  clock,
  dice,
  networks,
  nodes: troubles,
  plant,
  relays,
  bridges,
  tally,
}: ChainParts): Pick<SimWorld, 'chains' | 'rpc' | 'relay' | 'bridging' | 'mempool' | 'signed'> {
  const mempool = ofEach((): FakeTransaction[] => []);
  const signed = new Map();
  const blocks = openBlocks(plant);
  const open = (network: Simulated) =>
    fakeChain({
      network: NETWORKS[network],
      now: clock,
      nodes: NODES,
      finalDepth: FINAL_DEPTH,
      ...(troubles && { seal: (parts) => blocks.seal(network, parts) }),
    });
  const chains = ofEach(open);
  for (const network of ALL_SIMULATED) enrich(chains[network], network);
  const { tron } = chains;
  const waiting = mempool.tron;
  const relay =
    relays === true ? openRelayPool({ chain: tron, waiting, signed, dice, tally }) : undefined;
  if (relay) enrichSigners(tron, RICH);
  const rpc = troubles && openRpcNodes({ chains, networks, blocks, dice, troubles, relay });
  const bridging = bridges === true ? openBridging({ chains, mempool }) : undefined;
  return { chains, rpc, relay, bridging, mempool, signed };
}

/** Makes a world of a seed in an empty, migrated database. */
export async function openWorld(parts: WorldParts): Promise<SimWorld> {
  const { pool, seed, paysSelves, plant, nodes, background = false } = parts;
  const { networks = EVM_NETWORKS, relays, bridges } = parts;
  const dice = openDice(seed);
  const clock = manualClock(TEST_TIME);
  const complaints: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => complain(complaints, line) });
  const { prepared } = pool;
  const db = faultyDatabase(prepared, newMortal());
  const tally: Tally = {};
  const opened = openChains({ clock, dice, networks, nodes, plant, relays, bridges, tally });
  const { chains, rpc, bridging } = opened;
  const safing = parts.safes === true ? openSafing({ chains, dice }) : undefined;
  const holding = parts.holds === true ? openHolding({ chains, networks, dice }) : undefined;
  const recurring = parts.recurs === true ? openRecurring({ chains, dice }) : undefined;
  const screening = parts.screens === true ? openScreening(chains) : undefined;
  const receivers = fakeReceivers(dice);
  const base = {
    now: clock,
    newId: idMaker(clock, () => dice.fraction()),
    newOrderedId: orderedIdMaker(clock, () => dice.fraction()),
    random: (bytes: number) => dice.bytes(bytes),
    vault: openVault('a key of the simulation, which opens nothing else', (bytes) =>
      dice.bytes(bytes),
    ),
    log,
  };
  const settings = settingsOf(testContext({ ...base, db }), {
    background,
    takesNoFee: (bridging ?? recurring) !== undefined,
    isScreened: screening !== undefined,
  });
  const accounts = await settle(testContext({ ...base, db, settings }), dice);
  const world: SimWorld = {
    ...{ dice, clock, networks, safing, holding, receivers, plant, background, accounts, db },
    ...{ tally, complaints },
    selfDice: paysSelves ? openDice(`${seed}, who pays itself`) : undefined,
    ...opened,
    recurring,
    screening,
    everMined: new Set(),
    everHidden: new Set(),
    inHand: [],
    start: (name) => {
      const mortal = { ...newMortal(), sends: plant.sends ?? ((text: string) => text) };
      const time = simulatedTime(mortal.activity);
      const reached = (id: Simulated) => rpc?.connect(id, { time, now: clock, log }) ?? chains[id];
      const planted = (id: Simulated) =>
        withRecurring(
          withSafes(bridgeAs(relayAs(reached(id), plant), plant), chains[id], { safing, plant }),
          { recurring, plant },
        );
      const held = { holding, dice, plant };
      const port = (id: Simulated) => faultyChain(holdsAs(planted(id), chains[id], held), mortal);
      const faulty = connected(...networks.map(port), ...(screening?.listsFor(mortal) ?? []));
      const own = { db: faultyDatabase(prepared, mortal), chains: faulty };
      const safes = safing && faultyService(safing.service, mortal);
      const screeners = screening?.screenersFor(mortal, plant) ?? new Map();
      const ctx = testContext({ ...base, ...own, settings, safes, screeners });
      return { name, mortal, ctx, within: rpc ? time.until : (work) => work, pass: time.pass };
    },
    ...noting(tally),
  };
  await addOtherShop(world);
  return world;
}

/** What counts and remembers all that happens. */
function noting(tally: Tally): Pick<SimWorld, 'note' | 'hash' | 'nonce'> {
  const trace = createHash('sha256');
  let nonces = 0;
  return {
    note: (what, details = '') => {
      tally[what] = (tally[what] ?? 0) + 1;
      trace.update(`${what} ${details}\n`);
    },
    hash: () => trace.copy().digest('hex'),
    nonce: () => {
      nonces += 1;
      return nonces;
    },
  };
}

/**
 * Who holds a lock here stands still until the other gives up, so nobody waits for long; whether one has
 * to wait follows from the seed. Nothing of a simulation need survive a crash of the server.
 */
function withoutWaiting(databaseUrl: string, plans: Plans): string {
  const url = new URL(databaseUrl);
  const options = '-c lock_timeout=40ms -c synchronous_commit=off';
  url.searchParams.set('options', plans === 'usual' ? options : `${options} ${OTHER_PLANS}`);
  return url.href;
}

/** Whole tables are read, and joined by hashes: what the server does where it believes that they are large. */
const OTHER_PLANS = ['nestloop', 'mergejoin', 'indexscan', 'indexonlyscan', 'bitmapscan']
  .map((kind) => `-c enable_${kind}=off`)
  .join(' ');

interface WorldSettings {
  readonly background: boolean;
  readonly takesNoFee: boolean;
  readonly isScreened: boolean;
}

function settingsOf(
  { settings }: Context,
  { background, takesNoFee, isScreened }: WorldSettings,
): Context['settings'] {
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, ...PROTOCOL_WALLETS };
  return {
    ...settings,
    mode: 'production',
    sanctionsOracle: isScreened ? 'available' : 'off',
    firstBlockOf: () => 0n,
    linkLifetimeMs: LINK_LIFETIME_MS,
    // Payments in dollars have a fee beside them, which is a request of its own and reported nowhere; a route pays one request, and a permit one fee.
    protocolFee: takesNoFee ? undefined : protocolFee,
    // On some of the networks no node is trusted alone, however small the amount.
    agreement: {
      nodesFor: ({ id }) => (AGREEING.some((one) => one === id) ? 2 : undefined),
      aboveDollars: 0n,
      aloneDollars: background ? SINGLE_NODE_DOLLARS : 0n,
    },
    confirmationsFor: ({ id }) => confirmationsOf(id),
  };
}

function enrich(chain: FakeChain, network: Simulated): void {
  const { payers, payee, protocol } = walletsOf(network);
  for (const wallet of [...payers, payee, protocol]) enrichWallet(chain, network, wallet);
  const odd = currencyById(ODD_CURRENCY);
  if (odd?.network === network) chain.oddTokens.set(odd.address, 'keeps_a_share');
}

/** Two accounts, the first with two receivers and the second with one; and what notes every move. */
async function settle(ctx: Context, dice: Dice): Promise<string[]> {
  await noteMoves(ctx.db);
  const accounts: string[] = [];
  for (const [index, urls] of [
    ['https://one.receivers.net/hook', 'https://two.receivers.net/hook'],
    ['https://three.receivers.net/hook'],
  ].entries()) {
    const id = ctx.newId();
    await ctx.db
      .insertInto('account')
      .values({ id, name: `shop ${index} ${dice.below(10)}`, created_at: ctx.now() })
      .execute();
    const actor = { kind: 'api_key', accountId: id, apiKeyId: 'key' } as const;
    for (const url of urls) await createWebhook({ ...ctx, actor }, { url });
    accounts.push(id);
  }
  return accounts;
}
