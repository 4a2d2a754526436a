import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { waitOnStandby } from './wait-on-standby.ts';

/** Two of its blocks take four seconds, far longer than a busy machine delays the test. */
const network = NETWORKS.optimism;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let world: SettlementWorld;

beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  world = await settlementWorld(ctx);
});

/** Where another watcher has come to. */
async function moveCursor(number: bigint): Promise<void> {
  const { hash } = world.block(number);
  const bytes = Buffer.from(hash.slice(2), 'hex');
  const row = {
    block_number: number,
    block_hash: bytes,
    head_number: number,
    updated_at: ctx.now(),
  };
  await ctx.db
    .insertInto('chain_cursor')
    .values({ network: network.id, ...row })
    .onConflict((on) => on.column('network').doUpdateSet(row))
    .execute();
}

describe('a watcher on standby', () => {
  it('waits as long as another one moves the cursor, and continues once that one is gone', async () => {
    let isOver = false;
    const waiting = waitOnStandby(ctx, network, AbortSignal.timeout(30_000)).then(() => {
      isOver = true;
    });
    for (let number = 1n; number <= 12n; number += 1n) {
      await moveCursor(number);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isOver).toBe(false);
    }
    await waiting;
  });

  // It would be on standby for fifteen seconds otherwise.
  it('stops at once when it is aborted', { timeout: 10_000 }, async () => {
    const stopping = new AbortController();
    const waiting = waitOnStandby(ctx, NETWORKS.mainnet, stopping.signal);
    stopping.abort();
    await waiting;
  });
});
