import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { addEmailLogin } from './add-email-login.ts';
import { createAccount } from './create-account.ts';

const PASSWORD = 'a correct horse';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

describe('an email address', () => {
  it('opens one account, whatever its case', async () => {
    const ctx = testContext({ db: database.db });
    const { id: accountId } = await createAccount(ctx, { name: 'Mine' });
    const input = { accountId, password: PASSWORD };
    await addEmailLogin(ctx, { ...input, email: 'ada@shop.example' });
    await expect(addEmailLogin(ctx, { ...input, email: 'ADA@shop.example' })).rejects.toMatchObject(
      {
        status: 400,
        code: 'email_taken',
      },
    );
  });

  it.each(['1234567', 'p'.repeat(101)])(
    'needs a password of 8 to 100 characters',
    async (wrong) => {
      const ctx = testContext({ db: database.db });
      const { id: accountId } = await createAccount(ctx, { name: 'Mine' });
      const input = { accountId, email: 'bob@shop.example', password: wrong };
      await expect(addEmailLogin(ctx, input)).rejects.toMatchObject({
        status: 400,
        code: 'invalid_password',
      });
    },
  );
});
