import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { addWalletLogin } from './add-wallet-login.ts';
import { createAccount } from './create-account.ts';

const WALLET = { family: 'evm', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as const;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

describe('a wallet', () => {
  it('opens one account: adding it again changes nothing, and no other account gets it', async () => {
    const ctx = testContext({ db: database.db });
    const [mine, other] = [
      await createAccount(ctx, { name: 'Mine' }),
      await createAccount(ctx, { name: 'Other' }),
    ];
    const added = await addWalletLogin(ctx, { accountId: mine.id, ...WALLET });
    expect(await addWalletLogin(ctx, { accountId: mine.id, ...WALLET })).toEqual(added);
    await expect(addWalletLogin(ctx, { accountId: other.id, ...WALLET })).rejects.toMatchObject({
      status: 409,
      code: 'wallet_taken',
    });
    const entries = await ctx.db
      .selectFrom('audit_entry')
      .select(['account_id', 'object_id'])
      .where('action', '=', 'login.added')
      .execute();
    expect(entries).toEqual([{ account_id: mine.id, object_id: added.id }]);
  });
});
