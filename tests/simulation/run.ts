import { Outage, Refusal } from '#kit/failure.ts';
import { ConnectionLost, type Fate, Killed } from '../support/faulty-database.ts';
import { findUnfinished, reconcileToTheEnd } from './background.ts';
import { healAll, mineSome, reorganize, troubleNodes } from './chaos.ts';
import { findContradictions, movesChecker } from './invariants.ts';
import { type Simulated, SOLIDIFYING, TRON_NODE_ACTIONS } from './networks.ts';
import { watcherOf } from './nodes/follower.ts';
import { healRpcNodes, type Trouble, troubleRpcNodes } from './nodes/node-troubles.ts';
import { isWhole } from './nodes/seeds.ts';
import { reconcileAll, rescanAll, rescanSome } from './operators.ts';
import { countStored, digestOf } from './outcome.ts';
import { findRequests, type KnownRequest, payRandomly } from './payers.ts';
import { NO_PLANT, type Plant } from './plants.ts';
import { findTraces } from './rebuild.ts';
import { createRandomly } from './shops.ts';
import { findFalsehoods } from './truth.ts';
import type { SteppedWatcher } from './watcher.ts';
import { RECONCILES, type SteppedWorker, steppedWorker } from './workers.ts';
import {
  LINK_LIFETIME_MS,
  openWorld,
  type Process,
  type SimWorld,
  type WorldPool,
} from './world.ts';

/** What may happen next, and how often. */
const ACTIONS = {
  time_passes: 8,
  create: 6,
  pay: 14,
  mine: 16,
  reorg: 2,
  watch: 30,
  work: 26,
  node: 3,
  receiver: 1,
  rescan: 1,
} as const;
type Action = keyof typeof ACTIONS;

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
}

/** What acts in a world; each can die and start again. */
interface Cast {
  readonly watchers: Slot<SteppedWatcher>[];
  readonly workers: Slot<SteppedWorker>[];
}

interface Slot<Role> {
  readonly name: string;
  readonly open: (process: Process) => Role;
  process: Process;
  role: Role;
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
}: RunParts): Promise<Outcome> {
  const whole = isWhole(seed);
  const parts = { paysSelves: whole, background: background ?? whole };
  const world = await openWorld({ pool, seed, plant, nodes, networks, ...parts });
  const cast = castOf(world);
  const state: State = { world, cast, requests: [], nested: false };
  const poll = movesChecker(world);
  let done = 0;
  let problems: string[] = [];
  const check = async (isThorough: boolean) => {
    const { moved, problems: illegal } = await poll();
    const wrong = moved || isThorough ? await findContradictions(world) : [];
    problems = [...illegal, ...wrong];
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
    problems.push(
      ...(await findFalsehoods(world)),
      ...(await reconcileAll(world, world.start('operator'))),
      ...(await findUnfinished(world)),
    );
  }
  world.note('end', await digestOf(world));
  await countStored(world);
  if (problems.length === 0) problems.push(...(await findTraces(world)));
  return { seed, steps: done, problems, hash: world.hash(), tally: world.tally };
}

interface State {
  readonly world: SimWorld;
  readonly cast: Cast;
  requests: KnownRequest[];
  /** Whether somebody acts in the middle of what another does. */
  nested: boolean;
}

function castOf(world: SimWorld): Cast {
  const slot = <Role>(name: string, open: (process: Process) => Role): Slot<Role> => {
    const process = world.start(name);
    return { name, open, process, role: open(process) };
  };
  const pair = [1, 2];
  return {
    watchers: pair.flatMap((i) =>
      world.networks.map((network) =>
        slot(`watcher ${i} ${network}`, (process) => watcherOf(world, process, network)),
      ),
    ),
    workers: pair.map((i) => slot(`worker ${i}`, (process) => steppedWorker(world, process))),
  };
}

/** Returns whether anything reached for the database. */
async function act(state: State): Promise<boolean> {
  const { world } = state;
  const { dice, networks, rpc } = world;
  const node = rpc && networks.includes(SOLIDIFYING) ? TRON_NODE_ACTIONS : ACTIONS.node;
  const action = dice.weighted<Action>({ ...ACTIONS, node });
  const network = dice.pick(networks);
  world.note(action, await perform(state, action, network));
  return ['create', 'watch', 'work', 'rescan'].includes(action);
}

async function perform(state: State, action: Action, network: Simulated): Promise<string> {
  const { world, cast } = state;
  const { dice, clock } = world;
  switch (action) {
    case 'time_passes':
      clock.advance(dice.isHit(0.02) ? 40 * 60_000 : dice.below(20_000));
      return `${clock().getTime()}`;
    case 'create':
      return await create(state);
    case 'pay':
      return state.requests.length === 0 ? 'no requests' : payRandomly(world, state.requests);
    case 'mine':
      clock.advance(1_000);
      return mineSome(world, network).hash;
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
    case 'watch': {
      const slot = dice.pick(cast.watchers);
      return await letAct(state, slot, () => slot.role.step());
    }
    case 'work': {
      const slot = dice.pick(cast.workers);
      const name = dice.pick(slot.role.names);
      return await letAct(state, slot, async () => void (await slot.role.round(name)));
    }
  }
}

async function create(state: State): Promise<string> {
  const { world } = state;
  if (state.requests.length >= REQUESTS_MAX) return 'enough';
  const process = world.start('api');
  const slot = { name: 'api', process, open: () => undefined, role: undefined };
  const said = await letAct(state, slot, async () => {
    await createRandomly(world, process.ctx);
  });
  state.requests = await findRequests(world);
  return said;
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
  mortal.fateOf = async ({ what }) => {
    reached += 1;
    if (isInterleaved && reached === between) await interleave(state, mortal);
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
  const { watchers, workers } = state.cast;
  const { dice } = state.world;
  const free = [...watchers, ...workers].filter(({ process }) => process.mortal !== busy);
  const slot = dice.pick(free);
  state.nested = true;
  state.world.note('interleaved', slot.name);
  const watcher = watchers.find((one) => one === slot);
  const worker = workers.find((one) => one === slot);
  if (watcher) await letAct(state, watcher, () => watcher.role.step());
  if (worker) {
    const name = dice.pick(worker.role.names);
    await letAct(state, worker, async () => void (await worker.role.round(name)));
  }
  state.nested = false;
}

/** Why it may have failed; undefined where nothing was made to fail. */
function excuseOf(error: unknown): string | undefined {
  if (error instanceof Killed || error instanceof ConnectionLost) return error.name;
  if (error instanceof Outage || error instanceof Refusal)
    return `${error.name}: ${error.message.replace(/\d+/g, 'N').slice(0, 60)}`;
  // Two processes want the same row, and this one was not let wait for it.
  if (error instanceof Error && 'code' in error && error.code === '55P03') return 'lock timeout';
  return undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack ?? error.message}` : `${error}`;
}

/** How long a turn at the end is: idle turns must outlast any wait, the five minutes for nodes to agree included. */
const ROUND_MS = 45_000;
/** So often everybody has a turn at the end, at most. */
const ROUNDS_AT_REST = 120;
/** With these the adapter has read every block again that it does, each of them late enough. */
const ROUNDS_TO_READ_AGAIN = 3;
const BLOCKS_PER_ROUND = 40;
/** After so many turns in which nobody had anything to do, nothing is due any more. */
const ROUNDS_IDLE = 8;

/** Everything is well again, and all have as many turns as they want. */
async function comeToRest(state: State): Promise<void> {
  const { world } = state;
  healAll(world);
  if (world.rpc !== undefined) healRpcNodes(world, world.rpc);
  world.receivers.heal();
  for (const network of world.networks) for (let i = 0; i < 6; i += 1) mineSome(world, network);
  world.clock.advance(LINK_LIFETIME_MS);
  await runRounds(state);
  // What waits for a solidified block waits until that is young again.
  if (world.rpc !== undefined || world.networks.includes(SOLIDIFYING)) await goOn(state);
  // What a node had lost is found by a rescan; nothing else may need that.
  if ((world.tally['node_loses'] ?? 0) > 0) {
    const found = await rescanAll(world, world.start('operator'));
    world.note('found by a rescan at the end', `${found}`);
    await runRounds(state);
  }
  await reconcileToTheEnd(world, () => runRounds(state));
}

/** The chains grow by more blocks than the adapter reads again, so that what nodes returned late is found. */
async function goOn(state: State): Promise<void> {
  const { world } = state;
  for (let round = 0; round < ROUNDS_TO_READ_AGAIN; round += 1) {
    for (const network of world.networks) {
      for (let i = 0; i < BLOCKS_PER_ROUND; i += 1) {
        world.clock.advance(1_000);
        mineSome(world, network);
      }
    }
    await runRounds(state);
  }
}

/** Everybody has a turn after another, until nobody has had anything to do for long. */
async function runRounds(state: State): Promise<void> {
  const { world, cast } = state;
  const [worker] = cast.workers;
  let idle = 0;
  for (let round = 0; round < ROUNDS_AT_REST && idle < ROUNDS_IDLE; round += 1) {
    world.clock.advance(ROUND_MS);
    for (const slot of cast.watchers) await rest(state, slot, () => slot.role.step());
    const handled = worker === undefined ? 0 : await workThrough(state, worker);
    idle = handled === 0 && (await isPolled(world)) ? idle + 1 : 0;
  }
}

/** Whether all chains were scanned to their ends. */
async function isPolled({ db, networks, chains }: SimWorld): Promise<boolean> {
  const rows = await db.selectFrom('chain_cursor').select(['network', 'block_number']).execute();
  const at = new Map(rows.map((row) => [row.network, row.block_number]));
  return networks.every((network) => at.get(network) === chains[network].ledger.head().number);
}

async function workThrough(state: State, slot: Slot<SteppedWorker>): Promise<number> {
  let handled = 0;
  for (const name of slot.role.names) {
    await rest(state, slot, async () => {
      const count = await slot.role.round(name);
      if (name !== RECONCILES) handled += count;
    });
  }
  return handled;
}

async function rest<Role>(
  state: State,
  slot: Slot<Role>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (excuseOf(error) === undefined)
      state.world.complaints.push(`${slot.name}: ${describe(error)}`);
    slot.role = slot.open(slot.process);
  }
}
