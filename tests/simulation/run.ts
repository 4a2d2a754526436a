import type { Fate } from '../support/faulty-database.ts';
import { type Action, weightsOf } from './actions.ts';
import { findUnfinished } from './background.ts';
import { payByRandomRoute } from './bridge/payers.ts';
import { actOnBridge } from './bridge/relayers.ts';
import { reportRandomly } from './bridge/reports.ts';
import { findWrongEnds } from './bridge/truth.ts';
import { castOf, describe, excuseOf, type Slot, type State } from './cast.ts';
import { mineSome, reorganize, troubleNodes } from './chaos.ts';
import { comeToRest } from './come-to-rest.ts';
import { actOnCommerce } from './commerce/deeds.ts';
import { findContradictions, movesChecker } from './invariants.ts';
import type { Simulated } from './networks.ts';
import { type Trouble, troubleRpcNodes } from './nodes/node-troubles.ts';
import { isWhole } from './nodes/seeds.ts';
import { reconcileAll, rescanSome } from './operators.ts';
import { countStored, digestOf } from './outcome.ts';
import { findRequests, payRandomly } from './payers.ts';
import { NO_PLANT, type Plant } from './plants.ts';
import { findTraces } from './rebuild.ts';
import { actOnRecurring } from './recurring/deeds.ts';
import { findWrongRecurring } from './recurring/truth.ts';
import { findHeld, findReleased } from './relay/invariants.ts';
import { findWrongSafeEnds } from './safes/invariants.ts';
import { actOnSafes } from './safes/pages.ts';
import { actOnScreening } from './screening/deeds.ts';
import { findUndecided } from './screening/invariants.ts';
import { createRandomly } from './shops.ts';
import { findFalsehoods, findUndelivered } from './truth.ts';
import { DECIDES, FOLLOWS, RECURS } from './workers.ts';
import { openWorld, type Process, type SimWorld, type WorldPool } from './world.ts';

/** So many blocks at most are made at once there: a payment waits for a solidified one. */
const BLOCKS_AT_ONCE = 6;
/** Where something recurs, so much time at most passes at once. */
const LONG_MS = 14 * 60 * 60 * 1_000;
const BLOCK_MS = 3_000;
/** Where wallets are judged, so much time at most passes at once: longer than a decision is used again. */
const DECISION_AGE_MS = 12 * 60 * 1_000;
/** So many things to pay are created before anything else happens where Safes pay. */
const LINKS_AT_FIRST = 4;

/** How often something goes wrong while a process acts. */
const FAULT_SHARE = 0.25;
/** Within so many points at which a process reaches outside, where it reaches so often. */
const FAULT_WITHIN = 14;
const FATES: readonly Fate[] = ['killed_before', 'killed_after', 'lost_before', 'lost_after'];
/** How often another process acts in between. */
const INTERLEAVED_SHARE = 0.12;
/** Every so many steps all is checked, also where no status moved. */
const CHECK_EVERY = 40;
/** A world may have so many requests; payers go on with those that there are. */
const REQUESTS_MAX = 90;

/** How a run went. */
export interface Outcome {
  readonly seed: string;
  readonly steps: number;
  readonly problems: readonly string[];
  readonly hash: string;
  readonly tally: Readonly<Record<string, number>>;
}

interface RunParts {
  /** Connections to an empty, migrated database. */
  readonly pool: WorldPool;
  readonly seed: string;
  readonly steps: number;
  readonly plant?: Omit<Plant, 'shows'>;
  /** See `openWorld`. */
  readonly nodes?: readonly Trouble[] | undefined;
  readonly networks?: readonly Simulated[] | undefined;
  /** See `SimWorld`; by default as `isFull`. */
  readonly background?: boolean | undefined;
  /** Whether payers of Tron prepare by `/pay` and have what they sign forwarded; needs `nodes`. */
  readonly relays?: boolean | undefined;
  /** Whether payers use the bridge between the networks. */
  readonly bridges?: boolean | undefined;
  /** Whether Safes pay, on the network that has them. */
  readonly safes?: boolean | undefined;
  /** Whether shops have payments held in escrows, and nothing else. */
  readonly holds?: boolean | undefined;
  /** Whether payouts and requests recur, on the network that has them. */
  readonly recurs?: boolean | undefined;
  /** Whether wallets are looked up and judged. */
  readonly screens?: boolean | undefined;
}

/** Runs a world of a seed for so many steps, lets it come to rest and holds it against the chains. */
export async function simulate({
  pool,
  seed,
  steps,
  plant = NO_PLANT,
  nodes,
  networks,
  background,
  relays,
  bridges,
  safes,
  holds,
  recurs,
  screens,
}: RunParts): Promise<Outcome> {
  const whole = isWhole(seed);
  const parts = { paysSelves: whole, background: background ?? whole };
  const kind = { networks, relays, bridges, safes, holds, recurs, screens };
  const world = await openWorld({ pool, seed, plant, nodes, ...kind, ...parts });
  const cast = castOf(world);
  const state: State = { world, cast, requests: [], nested: false };
  const poll = movesChecker(world);
  let done = 0;
  let problems: string[] = [];
  // Several of a world's proposals pay the same links, which must be there early.
  for (let i = world.safing === undefined ? 0 : LINKS_AT_FIRST; i > 0; i -= 1) await create(state);
  const check = async (isThorough: boolean) => {
    const { moved, problems: illegal } = await poll();
    const wrong = moved || isThorough ? await findContradictions(world) : [];
    problems = [...illegal, ...wrong, ...(await findReleased(world))];
  };
  while (done < steps && problems.length === 0) {
    const touched = await act(state);
    done += 1;
    const isThorough = done % CHECK_EVERY === 0;
    if (touched || isThorough) await check(isThorough);
  }
  if (problems.length === 0) {
    await comeToRest(state);
    await check(true);
    problems.push(...(await findProblemsAtRest(world)));
  }
  world.note('end', await digestOf(world));
  await countStored(world);
  // What accounts let in, nobody would let in again.
  const isRebuilt = problems.length === 0 && (world.holding ?? world.screening) === undefined;
  if (isRebuilt) problems.push(...(await findTraces(world)));
  return { seed, steps: done, problems, hash: world.hash(), tally: world.tally };
}

async function findProblemsAtRest(world: SimWorld): Promise<string[]> {
  if (world.holding !== undefined) return await findUndelivered(world);
  return [
    ...(await findFalsehoods(world)),
    ...(await reconcileAll(world, world.start('operator'))),
    ...(await findUnfinished(world)),
    ...(await findHeld(world)),
    ...(await findWrongEnds(world)),
    ...(await findWrongSafeEnds(world)),
    ...(await findWrongRecurring(world)),
    ...(await findUndecided(world)),
  ];
}

/** Returns whether anything reached for the database. */
async function act(state: State): Promise<boolean> {
  const { world } = state;
  const { dice, networks } = world;
  const action = dice.weighted<Action>(weightsOf(world));
  const network = dice.pick(networks);
  world.note(action, await perform(state, action, network));
  return [
    'create',
    'watch',
    'work',
    'rescan',
    'relay',
    'report',
    'follow',
    'safe',
    'commerce',
    'recur',
    'send',
    'screen',
  ].includes(action);
}

async function perform(state: State, action: Action, network: Simulated): Promise<string> {
  const { world, cast } = state;
  const { dice, clock } = world;
  switch (action) {
    case 'time_passes':
      return letTimePass(world);
    case 'create':
      return await create(state);
    case 'pay':
      return state.requests.length === 0 ? 'no requests' : payRandomly(world, state.requests);
    case 'mine':
      return mineAgain(world, network);
    case 'reorg':
      clock.advance(1_000);
      return `${network} ${reorganize(world, network)}`;
    case 'node':
      return world.rpc === undefined
        ? troubleNodes(world)
        : troubleRpcNodes(world, world.rpc, state.requests);
    case 'receiver':
      return world.receivers.round();
    case 'rescan':
      // What the adapter reads again by itself must be enough.
      return world.rpc === undefined ? await rescanOnce(state) : 'nobody reads again';
    case 'relay': {
      const slot = dice.pick(cast.payers);
      return await letAct(state, slot, () => slot.role.step());
    }
    case 'route':
      return payByRandomRoute(world, state.requests);
    case 'bridge':
      return actOnBridge(world);
    case 'safe':
      return await actOnSafes(world, state.requests, (call) => callAs(state, 'page', call));
    case 'commerce':
      clock.advance(1);
      return await actOnCommerce(world, (call) => callAs(state, 'shop', call));
    case 'recur':
      return await actOnRecurring(world, (call) => callAs(state, 'page', call));
    case 'screen':
      return await decideOrAct(state);
    case 'send': {
      const slot = dice.pick(cast.workers);
      const name = dice.pick(RECURS);
      return await letAct(state, slot, async () => void (await slot.role.round(name)));
    }
    case 'report':
      return await callAs(state, 'page', (ctx) => reportRandomly(world, ctx));
    case 'follow': {
      const slot = dice.pick(cast.workers);
      return await letAct(state, slot, async () => void (await slot.role.round(FOLLOWS)));
    }
    case 'watch': {
      const slot = dice.pick(cast.watchers);
      return await letAct(state, slot, () => slot.role.step());
    }
    case 'work': {
      clock.advance(world.holding === undefined ? 0 : 1);
      const slot = dice.pick(cast.workers);
      const name = dice.pick(slot.role.names);
      return await letAct(state, slot, async () => void (await slot.role.round(name)));
    }
  }
}

function letTimePass({ clock, dice, recurring, screening }: SimWorld): string {
  clock.advance(dice.isHit(0.02) ? 40 * 60_000 : dice.below(20_000));
  if (recurring && dice.isHit(0.5)) clock.advance(dice.below(LONG_MS));
  if (screening && dice.isHit(0.6)) clock.advance(dice.below(DECISION_AGE_MS));
  return `${clock().getTime()}`;
}

/** A worker decides about who paid, or something becomes of what it decides by. */
async function decideOrAct(state: State): Promise<string> {
  const { world, cast } = state;
  const { dice } = world;
  if (dice.isHit(0.4)) {
    return await actOnScreening(world, (call) => callAs(state, 'account', call));
  }
  const slot = dice.pick(cast.workers);
  const name = dice.pick(DECIDES);
  return await letAct(state, slot, async () => void (await slot.role.round(name)));
}

/** Makes a block, or some where payments wait for solidified ones; returns the last one's hash. */
function mineAgain(world: SimWorld, network: Simulated): string {
  const { clock, dice, relay, bridging, safing, recurring } = world;
  if ((relay ?? bridging ?? safing ?? recurring) === undefined) {
    clock.advance(1_000);
    return mineSome(world, network).hash;
  }
  const blockMs = relay === undefined ? 1_000 : BLOCK_MS;
  for (let left = dice.below(BLOCKS_AT_ONCE); left > 0; left -= 1) {
    clock.advance(blockMs);
    mineSome(world, network);
  }
  clock.advance(blockMs);
  return mineSome(world, network).hash;
}

async function create(state: State): Promise<string> {
  const { world } = state;
  if (state.requests.length >= REQUESTS_MAX) return 'enough';
  const said = await callAs(state, 'api', (ctx) => createRandomly(world, ctx));
  state.requests = await findRequests(world);
  return said;
}

/** Somebody calls the API through a process of its own. */
async function callAs(
  state: State,
  name: string,
  call: (ctx: Process['ctx']) => Promise<unknown>,
): Promise<string> {
  const process = state.world.start(name);
  const slot = { name, process, open: () => undefined, role: undefined };
  return await letAct(state, slot, async () => void (await call(process.ctx)));
}

async function rescanOnce(state: State): Promise<string> {
  const process = state.world.start('operator');
  const slot = { name: 'operator', process, open: () => undefined, role: undefined };
  return await letAct(state, slot, async () => {
    const found = await rescanSome(state.world, process);
    if (found > 0) state.world.note('found by a rescan');
  });
}

/** Lets a process act, to which something may happen meanwhile; returns how that went. */
async function letAct<Role>(
  state: State,
  slot: Slot<Role>,
  work: () => Promise<void>,
): Promise<string> {
  const { world } = state;
  const { process } = slot;
  tempt(state, process);
  let said = slot.name;
  try {
    await work();
  } catch (error) {
    const expected = excuseOf(error);
    if (expected === undefined) world.complaints.push(`${slot.name}: ${describe(error)}`);
    said += ` ${expected ?? 'failed'}`;
    if (expected !== undefined) world.note(`ended: ${expected}`);
    // A follower begins again at the cursor, as after any failure.
    slot.role = slot.open(process);
  }
  process.mortal.fateOf = async () => 'well';
  if (process.mortal.isDead) {
    world.note('restarted');
    slot.process = world.start(slot.name);
    slot.role = slot.open(slot.process);
  }
  return said;
}

/** Decides what happens to a process while it acts. */
function tempt(state: State, { mortal }: Process): void {
  const { world } = state;
  const { dice } = world;
  const isFaulty = dice.isHit(FAULT_SHARE);
  const fate = dice.pick(FATES);
  const at = dice.below(FAULT_WITHIN);
  const isInterleaved = !state.nested && dice.isHit(INTERLEAVED_SHARE);
  const between = dice.below(FAULT_WITHIN);
  let reached = 0;
  let others: Promise<void> | undefined;
  mortal.fateOf = async ({ what }) => {
    // Whatever else the process does at the same time stands still while others act, else their order would be left to real time.
    if (others !== undefined) await others;
    reached += 1;
    if (isInterleaved && reached === between) {
      others = interleave(state, mortal);
      await others;
      others = undefined;
    }
    if (!isFaulty || reached !== at) return 'well';
    world.note(`fault: ${fate}`);
    world.note(`fault over: ${kindOf(what)}`);
    return fate;
  };
}

/** The kind of a statement, or the name of a call. */
function kindOf(what: string): string {
  return /^\s*([a-z]+)/i.exec(what)?.[1]?.toLowerCase() ?? what;
}

/** Somebody else acts in the middle of what a process does. */
async function interleave(state: State, busy: Process['mortal']): Promise<void> {
  const { watchers, workers, payers } = state.cast;
  const { dice } = state.world;
  const free = [...watchers, ...workers, ...payers].filter(
    ({ process }) => process.mortal !== busy,
  );
  const slot = dice.pick(free);
  state.nested = true;
  if (state.world.holding !== undefined) state.world.clock.advance(1);
  state.world.note('interleaved', slot.name);
  const watcher = watchers.find((one) => one === slot);
  const worker = workers.find((one) => one === slot);
  const payer = payers.find((one) => one === slot);
  if (payer) await letAct(state, payer, () => payer.role.step());
  if (watcher) await letAct(state, watcher, () => watcher.role.step());
  if (worker) {
    const name = dice.pick(worker.role.names);
    await letAct(state, worker, async () => void (await worker.role.round(name)));
  }
  state.nested = false;
}
