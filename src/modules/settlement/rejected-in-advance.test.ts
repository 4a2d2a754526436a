import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createScreeningOverride,
  removeScreeningOverride,
} from '#modules/screening-overrides/index.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { PAYER, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { decidePayers } from './decide-payers.ts';
import { releasePayment } from './release-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** A payment of a link, by a wallet that its account or the operator has rejected, where nobody else is screened. */
async function rejectedPayment(setBy: 'account' | 'operator') {
  const settings = { ...TEST_SETTINGS, sanctionsOracle: 'off' } as const;
  const ctx = testContext({ db: database.db, settings });
  const accountId = await insertAccount(ctx.db);
  const [link, foreign] = [await insertLink(ctx.db, { accountId }), await insertLink(ctx.db)];
  const { id: overrideId } = await createScreeningOverride(ctx, {
    accountId,
    setBy,
    walletAddress: PAYER,
    decision: 'rejected',
    reason: 'Not a customer',
    expiresAt: null,
  });
  const world = await settlementWorld(ctx);
  const block = world.block(10n);
  await world.happen(ctx, world.blocks(world.block(9n)));
  const transfers = [
    world.transferOf(link, block),
    world.transferOf(foreign, block, { logIndex: 4 }),
  ];
  await world.happen(ctx, world.blocks(block, transfers));
  const statusOf = async (requestRowId: string) => {
    const { id, status } = await ctx.db
      .selectFrom('chain_transfer')
      .select(['id', 'status'])
      .where('request_id', '=', requestRowId)
      .executeTakeFirstOrThrow();
    return { id, status };
  };
  return { ctx, accountId, link, foreign, overrideId, statusOf };
}

const decide = (ctx: Parameters<typeof decidePayers>[0]) =>
  decidePayers(ctx, { isJudged: false, limit: 10 });

describe('a payment past the page by a wallet that is rejected in advance', () => {
  it.each(['account', 'operator'] as const)(
    'of the %s is held and refused, and one to another account counts',
    async (setBy) => {
      const { ctx, accountId, link, foreign, statusOf } = await rejectedPayment(setBy);
      expect((await statusOf(foreign.requestRowId)).status).toBe('confirmed');
      expect((await statusOf(link.requestRowId)).status).toBe('held');
      expect(await decide(ctx)).toBe(1);
      const { id, status } = await statusOf(link.requestRowId);
      expect(status).toBe('refused');
      const events = await ctx.db
        .selectFrom('event')
        .select('payload')
        .where('secure_payment_token', '=', link.token)
        .orderBy('id')
        .execute();
      const reported = events.map(({ payload }) => JSON.parse(payload));
      expect(reported.filter(({ event }) => event !== 'payment.seen')).toMatchObject([
        { event: 'payment.held', payerDecision: { reasonCode: 'screening_rejected' } },
        { event: 'kyt.screening.completed', status: 'rejected', provider: setBy },
      ]);
      const release = releasePayment(ctx, { id, accountId, reason: 'All the same' });
      if (setBy === 'account') {
        expect(await release).toMatchObject({ status: 'released' });
        return;
      }
      await expect(release).rejects.toMatchObject({
        status: 403,
        code: 'operator_release_required',
      });
      const released = await releasePayment(ctx, { id, reason: 'Checked by us' });
      expect(released.status).toBe('released');
    },
  );

  it('counts where the rejection ends before it was decided about', async () => {
    const { ctx, link, overrideId, statusOf } = await rejectedPayment('account');
    await removeScreeningOverride(ctx, { id: overrideId });
    await decide(ctx);
    expect((await statusOf(link.requestRowId)).status).toBe('seen');
  });
});
