import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import {
  createScreeningOverride,
  removeScreeningOverride,
} from '#modules/screening-overrides/index.ts';
import { fakeSanctions } from '../../../tests/chains/fake/sanctions.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { fakeScreener } from '../../../tests/support/fake-screener.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const HOUR_MS = 60 * 60 * 1_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

let count = 0;
/** A wallet of which nothing is kept yet. */
const someone = () => {
  count += 1;
  return `0x${'7'.repeat(34)}${count.toString().padStart(6, '0')}`;
};

async function world(sanctionsOracle: 'off' | 'available' = 'off') {
  const vendor = fakeScreener('hypernative');
  const now = manualClock(TEST_TIME);
  const [oracle, onBase] = [fakeSanctions('mainnet'), fakeSanctions('base')];
  if (oracle === undefined || onBase === undefined) throw new Error('both have an oracle');
  const ctx: Context = testContext({
    db: database.db,
    chains: connected(
      { ...stillChain('base'), sanctions: onBase },
      { ...stillChain('mainnet'), sanctions: oracle },
    ),
    screeners: new Map([['hypernative', vendor]]),
    settings: { ...TEST_SETTINGS, sanctionsOracle },
    now,
    newId: idMaker(now),
  });
  const accountId = await insertAccount(database.db);
  const decide = (
    walletAddress: string,
    decision: 'approved' | 'rejected',
    setBy: 'account' | 'operator' = 'account',
  ) =>
    createScreeningOverride(ctx, {
      accountId,
      setBy,
      walletAddress,
      decision,
      reason: 'Checked by hand',
      expiresAt: new Date(now().getTime() + HOUR_MS),
    });
  const link = (parts: Parameters<typeof insertLink>[1] = {}) =>
    insertLink(database.db, { currencyId: 'USDC-base', accountId, ...parts });
  const pay = (token: string, wallet: string) => paySingle(ctx, { token, query: { wallet } });
  return { ctx, vendor, now, oracle, decide, link, pay };
}

const judged = { screenedBy: ['hypernative'] } as const;
const refused = { status: 403, code: 'screening_rejected' };

async function eventsOf(token: string): Promise<readonly unknown[]> {
  const rows = await database.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
}

describe('a wallet that its account approves in advance', () => {
  it('pays a link whose vendor would reject it, which is not asked, until the approval ends', async () => {
    const { vendor, now, decide, link, pay } = await world();
    const wallet = someone();
    vendor.outcomes.set(wallet, 'rejected');
    const { token } = await link(judged);
    await decide(wallet, 'approved');
    await pay(token, wallet);
    await pay(token, wallet);
    expect(vendor.queries).toEqual([]);
    const reported = { status: 'approved', provider: 'account', policyId: null };
    expect(await eventsOf(token)).toMatchObject([reported]);
    now.advance(HOUR_MS);
    await expect(pay(token, wallet)).rejects.toMatchObject(refused);
    expect(await eventsOf(token)).toMatchObject([
      reported,
      { status: 'rejected', provider: 'hypernative' },
    ]);
  });

  it('pays no link of another account by it', async () => {
    const { vendor, decide, link, pay } = await world();
    const wallet = someone();
    vendor.outcomes.set(wallet, 'rejected');
    await decide(wallet, 'approved');
    const foreign = await link({ ...judged, accountId: await insertAccount(database.db) });
    await expect(pay(foreign.token, wallet)).rejects.toMatchObject(refused);
  });

  it('is refused by a list and by an allowlist all the same', async () => {
    const { oracle, decide, link, pay } = await world('available');
    const [listed, other] = [someone(), someone()];
    oracle.listed.add(listed);
    await decide(listed, 'approved', 'operator');
    await decide(other, 'approved', 'operator');
    const { token } = await link(judged);
    await expect(pay(token, listed)).rejects.toMatchObject({
      ...refused,
      body: { accessDecision: { provider: 'sanctions_oracle' } },
    });
    const restricted = await link({ ...judged, allowedPayers: [someone()] });
    await expect(pay(restricted.token, other)).rejects.toMatchObject({
      code: 'wallet_not_allowed',
    });
  });

  it('does not pay where a list gives no answer', async () => {
    const { oracle, decide, link, pay } = await world('available');
    const wallet = someone();
    oracle.isGone = true;
    await decide(wallet, 'approved', 'operator');
    const { token } = await link(judged);
    await expect(pay(token, wallet)).rejects.toMatchObject({ status: 403, code: 'provider_error' });
  });
});

describe('a wallet that its account rejects in advance', () => {
  it('pays no link of it, whether anybody is screened or not, and others do', async () => {
    const { ctx, vendor, decide, link, pay } = await world();
    const wallet = someone();
    const { id } = await decide(wallet, 'rejected');
    const [open, screened] = [await link(), await link(judged)];
    for (const { token } of [open, screened]) {
      await expect(pay(token, wallet)).rejects.toMatchObject({
        ...refused,
        body: { accessDecision: { status: 'rejected', provider: 'account' } },
      });
      expect(await eventsOf(token)).toMatchObject([{ status: 'rejected', provider: 'account' }]);
      await pay(token, someone());
    }
    await removeScreeningOverride(ctx, { id });
    await pay(open.token, wallet);
    expect(vendor.queries.map(({ walletAddress }) => walletAddress)).not.toContain(wallet);
  });

  it('stays rejected where the operator approves it, and the operator’s rejection goes before the account’s approval', async () => {
    const { decide, link, pay } = await world();
    const [first, second] = [someone(), someone()];
    await decide(first, 'rejected');
    await decide(first, 'approved', 'operator');
    await decide(second, 'approved');
    await decide(second, 'rejected', 'operator');
    const { token } = await link(judged);
    for (const wallet of [first, second]) {
      await expect(pay(token, wallet)).rejects.toMatchObject(refused);
    }
  });
});
