import { reconcileToTheEnd } from './background.ts';
import { findIntentProblems } from './bridge/invariants.ts';
import {
  BLOCKS_TO_FINAL,
  BRIDGE_ENDING,
  LONG_WAITS_MS,
  LONGEST_PAUSE_MS,
  mineAll,
} from './bridge/rest.ts';
import { describe, excuseOf, type Slot, type State } from './cast.ts';
import { healAll, mineSome } from './chaos.ts';
import { endCommerce } from './commerce/rest.ts';
import { SOLIDIFYING } from './networks.ts';
import { healRpcNodes } from './nodes/node-troubles.ts';
import { rescanAll } from './operators.ts';
import { payToTheEnd, restoreRecurring } from './recurring/rest.ts';
import { findSafeProblems } from './safes/invariants.ts';
import { SAFE_ENDING } from './safes/rest.ts';
import { DEPOSIT_SWEEP, FOLLOWS, RECONCILES, RECURS, type SteppedWorker } from './workers.ts';
import { LINK_LIFETIME_MS, type SimWorld } from './world.ts';

/** How long a turn at the end is: idle turns must outlast any wait, the five minutes for nodes to agree included. */
const ROUND_MS = 120_000;
/** So often everybody has a turn at the end, at most. */
const ROUNDS_AT_REST = 120;
/** With these the adapter has read every block again that it does, each of them late enough. */
const ROUNDS_TO_READ_AGAIN = 3;
const BLOCKS_PER_ROUND = 40;
/** After so many turns in which nobody had anything to do, nothing is due any more. */
const ROUNDS_IDLE = 3;

/** Everything is well again, and all have as many turns as they want. */
export async function comeToRest(state: State): Promise<void> {
  const { world } = state;
  const [worker] = state.cast.workers;
  if (world.holding !== undefined && worker !== undefined) {
    return await endCommerce(world, () => workThrough(state, worker));
  }
  healAll(world);
  if (world.rpc !== undefined) healRpcNodes(world, world.rpc);
  world.receivers.heal();
  world.screening?.heal();
  restoreRecurring(world);
  for (const network of world.networks) for (let i = 0; i < 6; i += 1) mineSome(world, network);
  if (hasIntents(world)) await endIntents(state);
  await payToTheEnd(world, () => payWhatRecurs(state));
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
  if (hasIntents(world)) await followToTheEnd(state);
}

const hasIntents = ({ bridging, safing }: SimWorld) => (bridging ?? safing) !== undefined;

/** What is under way on the bridge or with Safes ends, and is watched meanwhile: at the end all is final. */
async function endIntents(state: State): Promise<void> {
  const { world } = state;
  for (const end of world.bridging === undefined ? SAFE_ENDING : BRIDGE_ENDING) {
    end(world);
    world.clock.advance(LONGEST_PAUSE_MS);
    await followOnce(state);
    world.complaints.push(...(await findIntentProblems(world)), ...(await findSafeProblems(world)));
  }
}

/** Everything that was reported is read after each of the waits that it may have, the longest last. */
async function followToTheEnd(state: State): Promise<void> {
  const { world } = state;
  for (const waitMs of LONG_WAITS_MS) {
    world.clock.advance(waitMs);
    for (const network of world.networks) mineSome(world, network);
    await followOnce(state);
  }
  // A final block that is too old is not trusted.
  mineAll(world, BLOCKS_TO_FINAL);
  await runRounds(state);
  world.clock.advance(LONGEST_PAUSE_MS);
  await followOnce(state);
}

/** What recurs is sent, seen and settled. */
async function payWhatRecurs(state: State): Promise<void> {
  const [watcher] = state.cast.watchers;
  const [worker] = state.cast.workers;
  if (watcher === undefined || worker === undefined) return;
  for (let poll = 0; poll < 2; poll += 1) await rest(state, watcher, () => watcher.role.step());
  for (const name of ['settle transfers', ...RECURS]) {
    await rest(state, worker, async () => void (await worker.role.round(name)));
  }
}

async function followOnce(state: State): Promise<void> {
  const [worker] = state.cast.workers;
  if (worker) await rest(state, worker, async () => void (await worker.role.round(FOLLOWS)));
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

const isEndless = (name: string) => [RECONCILES, FOLLOWS, DEPOSIT_SWEEP].includes(name);

async function workThrough(state: State, slot: Slot<SteppedWorker>): Promise<number> {
  let handled = 0;
  for (const name of slot.role.names) {
    await rest(state, slot, async () => {
      const count = await slot.role.round(name);
      if (!isEndless(name)) handled += count;
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
