import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import { insertPayer, paymentDetailsHost } from '../../../tests/support/payment-details-host.ts';
import { eraseExpired, erasePayerData } from './erase-payer-data.ts';
import { exportPayerData } from './export-payer-data.ts';
import { findPaymentDetail } from './find-payment-detail.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(TEST_TIME);
let host: Awaited<ReturnType<typeof paymentDetailsHost>>;
beforeAll(async () => {
  const settings = { ...TEST_SETTINGS, personalDataRetentionDays: 30 };
  host = await paymentDetailsHost({ now: clock, settings });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  clock.advance(31 * DAY_MS);
  await eraseExpired(host.ctx, 100);
});

/** An account with a payer who has two bank accounts. */
async function newPayer() {
  const caller = await host.caller();
  const { accountId } = caller;
  await insertPayer(host.ctx, accountId, 'u-1');
  const added = [await host.add(caller, 'u-1'), await host.add(caller, 'u-1', { rails: 'wire' })];
  const ids = added.map(({ body }) => String(body.payment_detail.id));
  return { caller, accountId, ids, name: { accountId, clientUserId: 'u-1' } };
}

const actionsOf = async (accountId: string) => {
  const rows = await host.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .where('action', 'in', ['payer.erased', 'payment_detail.erased', 'payer.exported'])
    .orderBy('id')
    .execute();
  return rows.map(({ action, details }): unknown[] => [action, JSON.parse(details)]);
};

/** How many rows hold sealed data of an account. */
async function countSealedOf(accountId: string): Promise<number> {
  const people = await host.ctx.db
    .selectFrom('payer_secret')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  const details = await host.ctx.db
    .selectFrom('payment_detail')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sealed', 'is not', null)
    .execute();
  return people.length + details.length;
}

describe('a payer', () => {
  it('is exported with everything that is stored, which is audited without it', async () => {
    const { accountId, ids, name } = await newPayer();
    expect(await exportPayerData(host.ctx, name)).toMatchObject({
      payer: { clientUserId: 'u-1', person: { firstName: 'Ada', lastName: 'Example' } },
      paymentDetails: [
        { id: ids[1], rails: 'wire', accountNumber: '000123456789', dateOfBirth: '1990-12-31' },
        { id: ids[0], rails: 'local', accountName: 'Ada Example', city: 'New York' },
      ],
    });
    expect(await actionsOf(accountId)).toEqual([['payer.exported', {}]]);
  });

  it('is erased with all bank accounts, and nothing is paid out to these any more', async () => {
    const { caller, accountId, ids, name } = await newPayer();
    const other = await newPayer();
    const [givenToProvider] = ids;
    await host.ctx.db
      .updateTable('payment_detail')
      .set({ provider_account_id: 'bank-1' })
      .where('id', '=', givenToProvider ?? '')
      .execute();
    await host.ctx.db
      .updateTable('payer')
      .set({ check_number: 2 })
      .where('account_id', '=', accountId)
      .execute();
    const erased = await erasePayerData(host.ctx, name);
    // By what others know what they keep.
    const identityChecks = [`${erased.payerId}.1`, `${erased.payerId}.2`];
    expect(erased).toEqual({
      payerId: expect.any(String),
      paymentDetails: 2,
      atProviders: { identityChecks, bankAccounts: ['bank-1'] },
    });
    expect(await countSealedOf(accountId)).toBe(0);
    expect(await countSealedOf(other.accountId)).toBe(3);
    for (const id of ids) {
      expect(await findPaymentDetail(host.ctx, { ...name, id })).toBeUndefined();
    }
    expect(await host.list(caller, 'u-1')).toMatchObject({ status: 404 });
    const actions = await actionsOf(accountId);
    expect(actions).toHaveLength(3);
    for (const providerAccountId of ['bank-1', null]) {
      const details = { reason: 'request', providerAccountId };
      expect(actions).toContainEqual(['payment_detail.erased', details]);
    }
    const checks = { identityProvider: expect.any(String), checkNumber: 2 };
    expect(actions.at(-1)).toEqual(['payer.erased', { reason: 'request', ...checks }]);
    await expect(erasePayerData(host.ctx, name)).rejects.toThrow('not found');
    // The id may name somebody new, who has nothing of the one before.
    await insertPayer(host.ctx, accountId, 'u-1');
    expect((await host.list(caller, 'u-1')).body).toEqual({ paymentDetails: [] });
  });

  it('of another account is neither erased nor exported', async () => {
    const { accountId, name } = await newPayer();
    const unrelated = { ...name, accountId: (await host.caller()).accountId };
    await expect(erasePayerData(host.ctx, unrelated)).rejects.toThrow('not found');
    await expect(exportPayerData(host.ctx, unrelated)).rejects.toThrow('not found');
    expect(await countSealedOf(accountId)).toBe(3);
  });

  it('is erased whole or not at all', async () => {
    const { accountId, name } = await newPayer();
    const failing = {
      ...host.ctx,
      newOrderedId: () => {
        throw new Error('killed');
      },
    };
    await expect(erasePayerData(failing, name)).rejects.toThrow('killed');
    expect(await countSealedOf(accountId)).toBe(3);
  });
});

describe('personal data', () => {
  it('is kept no longer than the setting says after it was given', async () => {
    const { caller, accountId } = await newPayer();
    clock.advance(20 * DAY_MS);
    const added = await host.add(caller, 'u-1', { accountNumber: '000123456780' });
    clock.advance(10 * DAY_MS - 1);
    expect(await eraseExpired(host.ctx, 100)).toBe(0);
    expect(await countSealedOf(accountId)).toBe(4);
    clock.advance(1);
    const counts = await Promise.all([eraseExpired(host.ctx, 100), eraseExpired(host.ctx, 100)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    // With the payer goes what was added since.
    expect(added.status).toBe(201);
    expect(await countSealedOf(accountId)).toBe(0);
    expect(await actionsOf(accountId)).toEqual([
      ...Array(3).fill(['payment_detail.erased', { reason: 'retention', providerAccountId: null }]),
      [
        'payer.erased',
        { reason: 'retention', identityProvider: expect.any(String), checkNumber: 1 },
      ],
    ]);
  });

  it('goes in batches, and a bank account also without its payer', async () => {
    const { accountId, name, ids } = await newPayer();
    clock.advance(29 * DAY_MS);
    const given = { updated_at: clock() };
    await host.ctx.db
      .updateTable('payer_secret')
      .set(given)
      .where('account_id', '=', accountId)
      .execute();
    clock.advance(2 * DAY_MS);
    expect(await eraseExpired(host.ctx, 1)).toBe(1);
    expect(await eraseExpired(host.ctx, 1)).toBe(1);
    expect(await eraseExpired(host.ctx, 1)).toBe(0);
    expect(await countSealedOf(accountId)).toBe(1);
    expect(await findPaymentDetail(host.ctx, { ...name, id: ids[0] ?? '' })).toBeUndefined();
    expect(await exportPayerData(host.ctx, name)).toMatchObject({ paymentDetails: [] });
  });
});
