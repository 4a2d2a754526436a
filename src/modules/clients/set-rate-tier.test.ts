import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { createClientId } from './create-client-id.ts';
import { findClientId } from './find-client-id.ts';
import { CLIENT_ID_TIERS } from './model/rate-tier.ts';
import { setRateTier } from './set-rate-tier.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function client(more: { feePercentage?: string; feeAddress?: string } = {}) {
  const ctx = testContext({ db: database.db, actor: { kind: 'operator' } });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const input = { accountId, label: 'Front', allowedDomains: [], ...more };
  return { ctx, accountId, ...(await createClientId(ctx, input)) };
}

describe('the tier of a client ID', () => {
  it('is what an operator sets, from the next call on', async () => {
    const { ctx, clientId, accountId } = await client();
    for (const tier of CLIENT_ID_TIERS) {
      await setRateTier(ctx, { clientId, tier });
      expect(await findClientId(ctx, clientId)).toMatchObject({ rateTier: tier });
    }
    const entries = await database.db
      .selectFrom('audit_entry')
      .select(['actor_kind', 'details'])
      .where('account_id', '=', accountId)
      .where('action', '=', 'rate_tier.set')
      .orderBy('id')
      .execute();
    expect(entries).toHaveLength(CLIENT_ID_TIERS.length);
    expect(entries[0]?.actor_kind).toBe('operator');
  });

  it.each(['management', 'fastest', '', 'toString'])('cannot be %j', async (tier) => {
    const { ctx, clientId } = await client();
    await expect(setRateTier(ctx, { clientId, tier })).rejects.toMatchObject({ status: 400 });
    expect(await findClientId(ctx, clientId)).toMatchObject({ rateTier: 'default' });
  });

  it('is of a client ID that there is', async () => {
    const { ctx } = await client();
    for (const clientId of ['cli_nobody', 'nonsense']) {
      const input = { clientId, tier: 'basic' };
      await expect(setRateTier(ctx, input)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('the fee of a client ID', () => {
  const feeAddress = '0x3333333333333333333333333333333333333333';

  it('wins over that of a call, unless it is zero in any spelling', async () => {
    const { ctx, clientId } = await client({ feePercentage: '2.5', feeAddress });
    expect(await findClientId(ctx, clientId)).toMatchObject({
      defaultFee: { percentage: '2.5', address: feeAddress },
    });
    for (const feePercentage of ['0', '0.0', '0.00']) {
      const zero = await client({ feePercentage, feeAddress });
      expect(await findClientId(ctx, zero.clientId)).toMatchObject({ defaultFee: undefined });
    }
  });
});
