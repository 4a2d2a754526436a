import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { insertPayouts } from '../../../tests/support/bundles.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
});
afterAll(() => database[Symbol.asyncDispose]());

describe('a batch', () => {
  it('that was paid in part returns how much, so that its receipt can show the total', async () => {
    const links = await insertPayouts(ctx, [{}, {}]);
    const [first, second] = links;
    if (first === undefined || second === undefined) throw new Error('there are two payouts');
    const { token } = await createBatchPayoutLink(
      { ...ctx, actor: { kind: 'api_key', accountId: first.accountId, apiKeyId: 'k' } },
      { tokens: links.map((link) => link.token) },
    );
    const view = () => viewSecurePayment(ctx, { token, query: {} });
    expect(await view()).not.toHaveProperty('paidAmounts');
    const units = first.expectedUnits;
    await insertReceived(ctx.db, first, { units, transactionHash: Buffer.alloc(32, 7) });
    expect(await view()).toMatchObject({
      amounts: ['0', second.expectedUnits.toString()],
      paidAmounts: [units.toString(), '0'],
      requestStatuses: [
        { hasBeenPaid: true, awaits: null },
        { hasBeenPaid: false, txHash: null },
      ],
    });
  });
});
