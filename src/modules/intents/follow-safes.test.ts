import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexOf } from '#kit/hex.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { SCENE_OWNERS, SCENE_SAFE, safeScene } from '../../../tests/support/safe-scene.ts';
import { findOpenProposals } from './store/proposals.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

type Scene = Awaited<ReturnType<typeof safeScene>>;

/** Makes the link of a scene a batch, whose first request somebody else has paid; returns what is left of it. */
async function withPaidPart({ link, credit }: Scene): Promise<PayableLink> {
  const { db } = database;
  const rest = await insertLink(db, { currencyId: 'USDC-base', accountId: link.accountId });
  await db
    .updateTable('secure_payment')
    .set({ payment_type: 'batch' })
    .where('token', '=', link.token)
    .execute();
  await db
    .updateTable('secure_payment_request')
    .set({ secure_payment_token: link.token, position: 1 })
    .where('secure_payment_token', '=', rest.token)
    .execute();
  await credit(hexOf(randomBytes(32)));
  return rest;
}

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

  it('settles by what it pays of a batch of which somebody else has paid a part', async () => {
    const scene = await safeScene(database.db);
    const rest = await withPaidPart(scene);
    const calls = await scene.callsOf(await scene.paymentOf(rest));
    const { hash, id } = await scene.proposed({ calls });
    expect(await scene.statusOf(id)).toBe('proposed');
    scene.useNonce(1n);
    const transactionHash = scene.execute(hash);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_confirmed');
    await scene.credit(transactionHash, rest);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });

  it('fails for the request of a batch that nobody has paid', async () => {
    const scene = await safeScene(database.db);
    const rest = await withPaidPart(scene);
    const calls = await scene.callsOf(await scene.paymentOf(rest));
    const { id } = await scene.proposed({ calls });
    scene.useNonce(1n);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    expect(await scene.events()).toMatchObject([
      { event: 'payment.failed', requestId: rest.requestId },
    ]);
  });

  it('is not reported as failed of a link that is paid while its Safe is read', async () => {
    const scene = await safeScene(database.db);
    const { id } = await scene.proposed();
    scene.useNonce(1n);
    const { accounts } = scene.base;
    const { findExecution } = accounts;
    Object.assign(accounts, {
      findExecution: async (...query: Parameters<typeof findExecution>) => {
        await scene.credit(hexOf(randomBytes(32)));
        return await findExecution(...query);
      },
    });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    expect(await scene.events()).toEqual([]);
  });
});
