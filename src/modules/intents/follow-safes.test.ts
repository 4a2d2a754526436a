import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { safeScene } from '../../../tests/support/safe-scene.ts';

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
});
