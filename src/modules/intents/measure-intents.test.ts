import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { depositedScene, fillState, intentScene } from '../../../tests/support/intent-scene.ts';
import { measureIntents } from './measure-intents.ts';
import { listOpenIntents, viewPaymentIntent } from './view-payment-intent.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const HOUR_MS = 60 * 60 * 1_000;

describe('payments from other networks', () => {
  it('are counted by state while they are followed, with the oldest', async () => {
    const scene = await intentScene(database.db);
    const first = await scene.report();
    scene.now.advance(1_000);
    await scene.report();
    const { open, overdue } = await measureIntents(scene.ctx);
    const createdAt = (await viewPaymentIntent(scene.ctx, first.id))?.createdAt;
    expect(open).toEqual([{ status: 'recorded', intents: 2, oldestAt: createdAt }]);
    expect(overdue).toBe(0);
  });

  it('are overdue two hours past their deadline, and a day after they should have been refunded', async () => {
    const { id, deposit, ...scene } = await depositedScene(database.db);
    await scene.follow();
    const overdue = async () => (await measureIntents(scene.ctx)).overdue;
    scene.now.advance(2 * HOUR_MS);
    expect(await overdue()).toBe(0);
    scene.now.advance(HOUR_MS);
    expect(await overdue()).toBe(1);
    scene.base.fillStates.set(deposit.depositId, fillState({ finalTime: scene.now() }));
    await scene.follow();
    expect([await scene.statusOf(id), await overdue()]).toEqual(['unfilled', 0]);
    scene.now.advance(25 * HOUR_MS);
    expect(await overdue()).toBe(1);
  });

  it('are listed with the oldest first, and each is shown with what was seen of it', async () => {
    const { id, hash, ...scene } = await depositedScene(database.db);
    await scene.follow();
    expect(await listOpenIntents(scene.ctx, 10)).toMatchObject([
      { id, status: 'source_confirmed', txHash: hash, deadlineAt: expect.any(Date) },
    ]);
    expect(await viewPaymentIntent(scene.ctx, id)).toMatchObject({
      requestId: scene.link.requestId,
      observations: [
        { from: 'client', event: 'reported', status: 'recorded', details: { token: 'USDC' } },
        { from: 'source', event: 'source_confirmed', details: { block: '500' } },
      ],
    });
    expect(await viewPaymentIntent(scene.ctx, 'nothing')).toBeUndefined();
  });
});
