import { sql } from 'kysely';
import { sweeps as multicallSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import type { Sweep } from '#platform/sweep.ts';
import type { Context } from '../../src/context.ts';
import { reachPort } from '../support/faulty-database.ts';
import type { Process, SimWorld } from './world.ts';

/** What a worker does unattended, one turn at a time, until all that it began has ended. */
export interface SteppedWorker {
  /** By the name of the sweep. */
  readonly names: readonly string[];
  /** Answers how many rows it handled. */
  turn(name: string): Promise<number>;
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
    tellReversions: true,
  };
  const quiet = new AbortController().signal;
  // Made anew for each turn, as what sends webhooks is drained at the end of it.
  const all = (): readonly Sweep<Context>[] => [
    ...settlementSweeps,
    ...linkSweeps,
    ...multicallSweeps,
    ...webhookSweeps(parts),
  ];
  const names = all().map(({ name }) => name);
  return {
    // Reconciliation has its turns at the end: every seed must go on meaning what it meant before.
    names: names.filter((name) => !/^(forget|reconcile)/.test(name)),
    turn: async (name) => {
      const sweep = all().find((one) => one.name === name);
      if (sweep === undefined) throw new Error(`there is no sweep named ${name}`);
      const handled = await process.within(sweep.run(process.ctx, quiet));
      await process.within(sweep.drain?.(process.ctx) ?? Promise.resolve());
      const { afterwards } = world.plant;
      if (afterwards !== undefined) await sql.raw(afterwards).execute(world.db);
      return handled;
    },
  };
}
