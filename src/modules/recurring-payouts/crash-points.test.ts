import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { followRelayed } from '#modules/relayer/follow-relayed.ts';
import {
  type Fate,
  faultyDatabase,
  type Mortal,
  newMortal,
  type Reach,
  reachPort,
} from '../../../tests/support/faulty-database.ts';
import {
  type Begun,
  type InstalmentWorld,
  openInstalmentWorld,
} from '../../../tests/support/instalment-world.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

let at: InstalmentWorld;
beforeAll(async () => {
  at = await openInstalmentWorld();
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** Where a worker ends, counted over all points at which it reaches outside. */
interface Death {
  readonly at: number;
  readonly fate: Fate;
}

/** The points that a worker reached, and the one over which it died. */
interface Walked {
  readonly one: Begun;
  readonly points: readonly Reach[];
  readonly diedOver: string | undefined;
}

/** A chain whose calls are points at which the process may die. */
function mortalChain(chain: Chain, mortal: Mortal): Chain {
  const { schedules, sender } = chain;
  if (schedules === undefined || sender === undefined) throw new Error('it takes instalments');
  return {
    ...chain,
    broadcast: (signed) => reachPort(mortal, 'broadcast', () => chain.broadcast(signed)),
    readOutcome: (hash) => reachPort(mortal, 'readOutcome', () => chain.readOutcome(hash)),
    schedules: {
      ...schedules,
      readState: (permits) => reachPort(mortal, 'readState', () => schedules.readState(permits)),
    },
    sender: {
      ...sender,
      prepare: (call) => reachPort(mortal, 'prepare', () => sender.prepare(call)),
    },
  };
}

/** Lets one worker take an instalment that is due and look up its transaction, until it dies. */
async function walk(death?: Death): Promise<Walked> {
  // Those of earlier walks rest.
  await at.ctx.db.updateTable('recurring_payout').set({ next_check_at: null }).execute();
  const one = await at.begun();
  const mortal = newMortal();
  const points: Reach[] = [];
  let diedOver: string | undefined;
  mortal.fateOf = async (reach) => {
    points.push(reach);
    if (points.length !== death?.at) return 'well';
    diedOver = reach.what;
    return death.fate;
  };
  const [chain] = at.ctx.chains.all;
  if (chain === undefined) throw new Error('one network is connected');
  const db = faultyDatabase(at.host.pool, mortal);
  const chains = connected(mortalChain(chain, mortal));
  const ctx: Context = { ...at.ctx, db, chains };
  // What is sent waits for a block, so that nobody else has anything to do meanwhile.
  await at.anvil.setAutomine(false);
  try {
    await runRecurringPayouts(ctx, 10);
    const due = { next_check_at: at.ctx.now() };
    const open = at.ctx.db.updateTable('relayed_transaction').set(due);
    await open.where('outcome', 'is', null).execute();
    await followRelayed(ctx, 10);
  } catch (error) {
    // Whatever a dying process throws is of no interest.
    if (diedOver === undefined) throw error;
  } finally {
    await at.anvil.setAutomine(true);
    await at.anvil.mine({ blocks: 1 });
  }
  return { one, points, diedOver };
}

/** What a death leaves is carried on by others: one transaction, one payment. */
async function expectPaidOnce(one: Begun, where: string): Promise<void> {
  await at.becomes(one.id, { processedPayments: 1, failureCount: 0, status: 'active' });
  const read = async () => {
    await at.settle();
    return await at.signedFor(one.id);
  };
  const ended = [{ outcome: 'succeeded', earlierHashes: [] }];
  await expect.poll(read, { message: where, timeout: 120_000, interval: 10 }).toMatchObject(ended);
  expect(await at.paymentsOf(one), where).toBe(1);
}

/** Nothing of a transaction is left unless its commit was carried out. */
const canLast = ({ what, inTransaction }: Reach) => what === 'commit' || !inTransaction;

/** To be killed after a point is to be killed before the next one; a broken connection leaves the process running. */
const WALKS: readonly (readonly [Fate, (reach: Reach) => boolean])[] = [
  ['killed_before', canLast],
  ['lost_after', (reach) => canLast(reach) && !/^\s*(select|begin)\b/i.test(reach.what)],
];

it.each(WALKS)(
  'an instalment is sent and paid once wherever its worker is %s a statement or a call',
  { timeout: 240_000 },
  async (fate, matters) => {
    const { one: well, points: undisturbed } = await walk();
    await expectPaidOnce(well, 'without a death');
    // Between the commit that stores the signed bytes and sending them, and between sending and recording.
    const sentAt = undisturbed.findIndex(({ what }) => what === 'broadcast');
    expect(undisturbed[sentAt - 1]?.what).toBe('commit');
    const recorded = undisturbed.slice(sentAt + 1).filter(({ what }) => /^\s*update/i.test(what));
    expect(recorded.some(canLast)).toBe(true);
    for (const [index, reach] of undisturbed.entries()) {
      const isPort = !/\s/.test(reach.what) && reach.what !== 'commit';
      if (!matters(reach) || (isPort && fate === 'lost_after')) continue;
      const before = at.broadcast.length;
      const { one, diedOver } = await walk({ at: index + 1, fate });
      const where = `${fate} point ${index + 1}: ${reach.what}`;
      expect(diedOver, where).toBe(reach.what);
      await expectPaidOnce(one, where);
      expect(new Set(at.broadcast.slice(before)).size, where).toBe(1);
    }
  },
);
