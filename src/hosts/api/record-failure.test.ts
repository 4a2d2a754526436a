import { expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { ScreeningRefusal } from '#modules/compliance/index.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { recordFailure } from './record-failure.ts';

const database = useTestDatabase();

const refusal = new Refusal('screening_rejected', 403, 'payee is a wallet that may not be paid');
const refusedFor = (accountId: string) =>
  new ScreeningRefusal(refusal, [
    {
      accountId,
      walletAddress: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
      role: 'recipient',
      network: 'base',
      code: 'screening_rejected',
      provider: 'hypernative',
    },
  ]);

const countRefused = async () => {
  const rows = await database.db.selectFrom('refused_wallet').select('id').execute();
  return rows.length;
};

it('records the wallets of a call that was refused because of them, and nothing of another', async () => {
  const ctx = testContext({ db: database.db });
  const accountId = await insertAccount(database.db);
  for (const error of [refusal, new Error('broken'), refusedFor(accountId)]) {
    await recordFailure(ctx, { operationId: 'createPayout', error });
  }
  expect(await countRefused()).toBe(1);
});

it('throws nothing where it cannot record, so that the caller is answered all the same', async () => {
  const ctx = testContext({ db: database.db });
  const before = await countRefused();
  // No account has this id.
  const error = refusedFor('nobody');
  await expect(recordFailure(ctx, { operationId: 'createPayout', error })).resolves.toBeUndefined();
  expect(await countRefused()).toBe(before);
});
