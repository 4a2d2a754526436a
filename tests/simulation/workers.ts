import { sql } from 'kysely';
import { sweeps as commerceSweeps } from '#modules/commerce/sweeps.ts';
import { sweeps as intentSweeps } from '#modules/intents/sweeps.ts';
import { sweeps as multicallSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as recurringSweeps } from '#modules/recurring-payouts/sweeps.ts';
import { sweeps as relayerSweeps } from '#modules/relayer/sweeps.ts';
import { sweeps as requestSweeps } from '#modules/requests/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { findDue } from '#platform/db/find-due.ts';
import type { Sweep } from '#platform/sweep.ts';
import type { Context } from '../../src/context.ts';
import { reachPort } from '../support/faulty-database.ts';
import type { Process, SimWorld } from './world.ts';

/** The sweep that compares payments with the chains; it is never done. */
export const RECONCILES = 'reconcile payments with chains';

/** The sweep that follows payments from other networks; of what waits it reads something in each turn. */
export const FOLLOWS = 'follow payment intents';

/** What a worker does unattended, one turn at a time, until all that it began has ended. */
export interface SteppedWorker {
  /** By the name of the sweep. */
  readonly names: readonly string[];
  /** Returns how many rows it handled. */
  round(name: string): Promise<number>;
}

const SWEEPS_OF_RECURRING = [...requestSweeps, ...relayerSweeps, ...recurringSweeps];

/** The sweeps without which nothing that recurs goes on. */
export const RECURS = [
  'run recurring payouts',
  'follow relayed transactions',
  'create recurring requests',
] as const;

/** How long a worker waits between two turns, at most, where time passes in it. */
const WAIT_MS_MAX = 30_000;

/** Finds nothing in worlds whose payments come over no bridge, and searches long for deposits that vanished. */
export const DEPOSIT_SWEEP = 'look up deposits of payments by bridges';

/** Finds nothing in worlds without vendors that judge wallets. */
const JUDGES = 'have vendors judge payers of held payments';

/** The sweeps that decide about payments that are held. */
export const DECIDES = ['decide about payers of held payments', JUDGES] as const;

/** Without everything in the background every seed keeps its meaning of before that was added. */
function isLeftOut({ background, bridging, screening }: SimWorld, name: string): boolean {
  if (name === DEPOSIT_SWEEP) return bridging === undefined;
  if (name === JUDGES) return screening === undefined;
  return (
    name.startsWith('prune') || name === 'read senders' || (name === RECONCILES && !background)
  );
}

/** Whether a look finds a sweep's work; on a connection of its own, so that no fault meets it. */
async function isFoundDue(world: SimWorld, { ctx }: Process, sweep: Sweep<Context>) {
  if (sweep.due === undefined) return true;
  const [isDue] = await findDue(world.db, [sweep.due(ctx)]);
  return isDue === true;
}

/** The sweeps that a worker of the simulation has. */
export function steppedWorker(world: SimWorld, process: Process): SteppedWorker {
  const { outbound } = world.receivers;
  const parts = {
    outbound: {
      ...outbound,
      post: (request: Parameters<typeof outbound.post>[0]) =>
        reachPort(process.mortal, 'post', () => outbound.post(request)),
    },
    timeoutMs: 5_000,
    sendReversions: true,
  };
  const quiet = new AbortController().signal;
  // Made anew for each turn, as what sends webhooks is drained at the end of it.
  const ofHolding = (): readonly Sweep<Context>[] => [
    ...commerceSweeps,
    ...relayerSweeps,
    ...webhookSweeps(parts),
  ];
  const ofLinks = (): readonly Sweep<Context>[] => [
    ...settlementSweeps,
    ...linkSweeps,
    ...multicallSweeps,
    ...webhookSweeps(parts),
    ...((world.bridging ?? world.safing) === undefined ? [] : intentSweeps),
    ...(world.recurring === undefined ? [] : SWEEPS_OF_RECURRING),
  ];
  const all = world.holding === undefined ? ofLinks : ofHolding;
  const names = all().map(({ name }) => name);
  return {
    names: names.filter((name) => !isLeftOut(world, name)),
    round: async (name) => {
      // Between two turns a worker waits in its own time, in which nodes may be found to be absent.
      if (world.background && world.rpc !== undefined) {
        await process.pass(world.dice.below(WAIT_MS_MAX));
      }
      const sweep = all().find((one) => one.name === name);
      if (sweep === undefined) throw new Error(`there is no sweep named ${name}`);
      const isFound = await isFoundDue(world, process, sweep);
      const handled = await process.within(sweep.run(process.ctx, quiet));
      if (handled > 0 && !isFound) throw new Error(`no look would have found what is due: ${name}`);
      await process.within(sweep.drain?.(process.ctx) ?? Promise.resolve());
      const { afterwards } = world.plant;
      if (afterwards !== undefined) await sql.raw(afterwards).execute(world.db);
      return handled;
    },
  };
}
