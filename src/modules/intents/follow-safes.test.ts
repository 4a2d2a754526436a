import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { SCENE_OWNERS, SCENE_SAFE, safeScene } from '../../../tests/support/safe-scene.ts';
import { findOpenProposals } from './store/proposals.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

describe('what owners of a Safe sign', () => {
  it('is followed at no Safe that a service names for it with another transaction', async () => {
    const scene = await safeScene(database.db);
    scene.useNonce(1n);
    const hash = await scene.propose({ nonce: 1n, shown: { nonce: 2n } });
    const id = await scene.report(hash, { payerAddress: null });
    scene.execute(hash, { isFinal: false });
    scene.useNonce(2n);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
  });

  it('names its Safe, and how many of its owners have signed: again while it waits, and not at each check', async () => {
    const scene = await safeScene(database.db);
    const { hash, id } = await scene.proposed();
    const { token } = scene.link;
    const held = async () => (await findOpenProposals(scene.ctx, [token])).get(token);
    const named = { safeTransactionHash: hash, safe: SCENE_SAFE };
    expect(await held()).toMatchObject({ ...named, signed: { owners: 1, threshold: 2 } });
    // An owner that is a contract, and somebody who is no owner.
    scene.confirm(hash, { owner: SCENE_OWNERS[1] ?? '', signature: '0x' });
    scene.confirm(hash, { owner: SCENE_SAFE, signature: '0x' });
    await scene.follow();
    expect(await held()).toMatchObject({ ...named, signed: { owners: 2, threshold: 2 } });
    scene.service.isDown = true;
    await scene.follow();
    expect(await held()).toMatchObject({ ...named, signed: { owners: 2, threshold: 2 } });
    const before = scene.service.calls;
    for (let check = 0; check < 60; check += 1) await scene.follow(20_000);
    expect(await scene.statusOf(id)).toBe('proposed');
    expect(scene.service.calls - before).toBeLessThan(30);
  });
});
