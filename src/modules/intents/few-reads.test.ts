import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeDeposit, BridgeReads } from '#chains/chain.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { fillState, intentScene } from '../../../tests/support/intent-scene.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
const newScene = () => intentScene(database.db);

const AFTER_DEADLINE = fillState({ finalTime: new Date('2026-01-02T05:00:00.000Z') });
const FILLED = fillState({ isFilled: true });

/** Counts how many searches of a bridge are made at the same time; each finds nothing. */
function countAtOnce(bridge: BridgeReads, search: 'findFill' | 'findRefund') {
  const counted = { now: 0, most: 0 };
  const find = async () => {
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now);
    await new Promise((resolve) => setImmediate(resolve));
    counted.now -= 1;
    return undefined;
  };
  Object.assign(bridge, { [search]: find });
  return counted;
}

describe('the job', () => {
  it('reads each network once for all intents that are due', async () => {
    const scene = await newScene();
    for (let i = 0; i < 15; i += 1) {
      const { hash } = await scene.report();
      scene.mine(hash, { deposits: [scene.deposit()] });
    }
    expect(await scene.follow()).toBe(15);
    expect([scene.arbitrum.rounds, scene.base.rounds]).toEqual([1, 1]);
  });

  it('looks for all fills at once, and so for all refunds', async () => {
    const scene = await newScene();
    const deposits: BridgeDeposit[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { hash } = await scene.report();
      const deposit = scene.deposit();
      scene.mine(hash, { deposits: [deposit], isFinal: true });
      scene.base.fillStates.set(deposit.depositId, FILLED);
      deposits.push(deposit);
    }
    const fills = countAtOnce(scene.bridges.base, 'findFill');
    await scene.follow();
    // What was filled is gone by a reorg of the destination, and past its deadline then.
    for (const { depositId } of deposits) scene.base.fillStates.set(depositId, AFTER_DEADLINE);
    const refunds = countAtOnce(scene.bridges.arbitrum, 'findRefund');
    await scene.follow();
    await scene.follow();
    expect([fills.most, refunds.most]).toEqual([3, 3]);
  });
});
