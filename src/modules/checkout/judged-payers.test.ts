import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { sweeps } from '#modules/screening/sweeps.ts';
import { fakeSanctions } from '../../../tests/chains/fake/sanctions.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { type FakeOutcome, fakeScreener } from '../../../tests/support/fake-screener.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

let count = 0;
/** A wallet of which nothing is kept yet. */
const someone = () => {
  count += 1;
  return `0x${'6'.repeat(34)}${count.toString().padStart(6, '0')}`;
};

function world({ patientOutcome }: { readonly patientOutcome?: FakeOutcome } = {}) {
  const parts = patientOutcome === undefined ? {} : { patientOutcome };
  const first = fakeScreener('hypernative', parts);
  const backup = fakeScreener('merklescience');
  const now = manualClock(TEST_TIME);
  const oracle = fakeSanctions('mainnet');
  if (oracle === undefined) throw new Error('Ethereum has an oracle');
  const ctx = testContext({
    db: database.db,
    chains: connected(stillChain('base'), { ...stillChain('mainnet'), sanctions: oracle }),
    screeners: new Map([
      ['hypernative', first],
      ['merklescience', backup],
    ]),
    settings: { ...TEST_SETTINGS, sanctionsOracle: 'off' },
    now,
    newId: idMaker(now),
  });
  const finish = async () => {
    const sweep = sweeps.find(({ name }) => name.startsWith('finish screenings'));
    return await sweep?.run(ctx, new AbortController().signal);
  };
  return { ctx, first, backup, now, oracle, finish };
}

type Query = Parameters<typeof paySingle>[1]['query'];

const view = (ctx: Context, token: string, query: Query = {}) =>
  viewSecurePayment(ctx, { token, query });
const pay = (ctx: Context, token: string, query: Query = {}) => paySingle(ctx, { token, query });

/** A link on Base whose wallets the first vendor judges. */
const judged = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(database.db, { currencyId: 'USDC-base', screenedBy: ['hypernative'], ...parts });
const BOTH = ['hypernative', 'merklescience'] as const;

async function eventsOf(token: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await database.db
    .selectFrom('event')
    .select(['payload', 'id'])
    .where('secure_payment_token', '=', token)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
}

const refused = (code: string) => ({ status: 403, code });
const decided = (status: string, reasonCode: string, provider: string | null = 'hypernative') => ({
  accessDecision: { status, reasonCode, provider },
});

describe('a wallet that the vendor of a link approves', () => {
  it('may pay it, and is reported once', async () => {
    const { ctx, first } = world();
    const wallet = someone();
    const accountId = await insertAccount(database.db);
    const client = await insertClientId(database.db, accountId);
    const { token } = await judged({ accountId, clientIdId: client.id });
    expect(await view(ctx, token, { wallet })).toMatchObject(decided('approved', 'approved'));
    expect((await pay(ctx, token, { wallet })).transactions.length).toBeGreaterThan(0);
    expect(await eventsOf(token)).toEqual([
      {
        event: 'kyt.screening.completed',
        paymentToken: token,
        clientId: client.clientId,
        walletAddress: wallet,
        eoaAddress: wallet,
        smartAccountAddress: null,
        status: 'approved',
        provider: 'hypernative',
        policyId: null,
        timestamp: TEST_TIME.toISOString(),
      },
    ]);
    expect(first.queries).toMatchObject([{ network: 'base', direction: 'incoming' }]);
  });

  it('is judged again after ten minutes, and by each policy and link of its own', async () => {
    const { ctx, first, now } = world();
    const wallet = someone();
    const [one, other] = [await judged(), await judged()];
    await pay(ctx, one.token, { wallet });
    await pay(ctx, other.token, { wallet });
    expect(first.queries).toHaveLength(1);
    expect(await eventsOf(other.token)).toHaveLength(1);
    now.advance(10 * MINUTE_MS);
    await pay(ctx, one.token, { wallet });
    expect(first.queries).toHaveLength(2);
    expect(await eventsOf(one.token)).toHaveLength(1);
  });

  it('is shown what the link hides, and nobody else is', async () => {
    const { ctx, first } = world();
    const [good, bad] = [someone(), someone()];
    first.outcomes.set(bad, 'rejected');
    const { token } = await judged({ hidesUntilApproved: true });
    expect(await view(ctx, token)).not.toHaveProperty('requestIds');
    const hidden = await view(ctx, token, { wallet: bad });
    expect(hidden).toMatchObject(decided('rejected', 'screening_rejected'));
    expect(hidden).not.toHaveProperty('requestIds');
    expect(await view(ctx, token, { wallet: good })).toHaveProperty('requestIds');
    const masked = await judged({ hidesPayee: true });
    const seen = await view(ctx, masked.token, { wallet: bad });
    expect(seen).toMatchObject({ isPayeeAddressMasked: true });
  });

  it('must still be on the allowlist, and one that is not is never judged', async () => {
    const { ctx, first } = world();
    const [listed, other] = [someone(), someone()];
    const { token } = await judged({ allowedPayers: [listed] });
    await expect(pay(ctx, token, { wallet: other })).rejects.toMatchObject(
      refused('wallet_not_allowed'),
    );
    expect(first.queries).toEqual([]);
    await pay(ctx, token, { wallet: listed });
  });

  it('must be on no list of sanctioned addresses', async () => {
    const { ctx, first, oracle } = world();
    const wallet = someone();
    oracle.listed.add(wallet);
    const { token } = await judged();
    const strict = { ...ctx, settings: { ...ctx.settings, sanctionsOracle: 'available' as const } };
    await expect(pay(strict, token, { wallet })).rejects.toMatchObject({
      ...refused('screening_rejected'),
      body: decided('rejected', 'screening_rejected', 'sanctions_oracle'),
    });
    expect(first.queries).toEqual([]);
  });
});

describe('a wallet that the vendor rejects', () => {
  it('may not pay, is reported once, and the refusal looks like any other', async () => {
    const { ctx, first } = world();
    const wallet = someone();
    first.outcomes.set(wallet, 'rejected');
    const { token } = await judged();
    for (let i = 0; i < 2; i += 1) {
      await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({
        ...refused('screening_rejected'),
        message: 'Wallet is not allowed to pay this secure payment',
        body: decided('rejected', 'screening_rejected'),
      });
    }
    expect(await eventsOf(token)).toMatchObject([{ status: 'rejected', provider: 'hypernative' }]);
  });

  it('refuses the pair that it is half of, whichever half', async () => {
    const { ctx, first } = world();
    const [bad, good] = [someone(), someone()];
    first.outcomes.set(bad, 'rejected');
    for (const query of [
      { wallet: bad, eoaWallet: good },
      { wallet: good, eoaWallet: bad },
    ]) {
      const { token } = await judged();
      await expect(pay(ctx, token, query)).rejects.toMatchObject(refused('screening_rejected'));
      const statuses = (await eventsOf(token)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(['approved', 'rejected']);
    }
    const { token } = await judged();
    await pay(ctx, token, { wallet: good, eoaWallet: good });
  });

  it('is not judged by the backup, and is reported again when the vendor changes its mind', async () => {
    const { ctx, first, backup, now } = world();
    const wallet = someone();
    first.outcomes.set(wallet, 'rejected');
    const { token } = await judged({ screenedBy: BOTH });
    await expect(pay(ctx, token, { wallet })).rejects.toMatchObject(refused('screening_rejected'));
    expect(backup.queries).toEqual([]);
    first.outcomes.set(wallet, 'approved');
    now.advance(10 * MINUTE_MS);
    await pay(ctx, token, { wallet });
    expect((await eventsOf(token)).map(({ status }) => status)).toEqual(['rejected', 'approved']);
  });
});

describe('a wallet without a decision', () => {
  it('may not pay where no wallet is named at all', async () => {
    const { ctx, first } = world();
    const { token } = await judged();
    await expect(pay(ctx, token)).rejects.toMatchObject({ status: 400, code: 'wallet_required' });
    expect(first.queries).toEqual([]);
  });

  it('is judged by the backup where the vendor fails', async () => {
    const { ctx, first, backup } = world();
    const wallet = someone();
    first.outcomes.set(wallet, 'failed');
    const { token } = await judged({ screenedBy: BOTH });
    await pay(ctx, token, { wallet });
    expect(backup.queries).toHaveLength(1);
    expect(await eventsOf(token)).toMatchObject([
      { status: 'approved', provider: 'merklescience' },
    ]);
  });

  it('may not pay where all vendors fail, and is judged again some seconds later', async () => {
    const { ctx, first, now } = world();
    const wallet = someone();
    first.outcomes.set(wallet, 'failed');
    const { token } = await judged();
    for (let i = 0; i < 3; i += 1) {
      await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({
        ...refused('provider_error'),
        body: decided('error', 'provider_error'),
      });
    }
    expect(first.queries).toHaveLength(1);
    expect(await eventsOf(token)).toEqual([]);
    first.outcomes.delete(wallet);
    now.advance(20 * SECOND_MS);
    await pay(ctx, token, { wallet });
  });

  it('waits while the vendor is late, and a background job gets the decision', async () => {
    for (const patientOutcome of ['approved', 'rejected'] as const) {
      const { ctx, first, backup, finish } = world({ patientOutcome });
      const wallet = someone();
      first.outcomes.set(wallet, 'late');
      const { token } = await judged({ screenedBy: BOTH });
      const running = decided('error', 'screening_running');
      expect(await view(ctx, token, { wallet })).toMatchObject(running);
      await expect(pay(ctx, token, { wallet })).rejects.toMatchObject(refused('screening_running'));
      expect([first.queries.length, backup.queries.length]).toEqual([1, 0]);
      expect(await eventsOf(token)).toEqual([]);
      expect(await finish()).toBe(1);
      expect(await finish()).toBe(0);
      const code = patientOutcome === 'approved' ? 'approved' : 'screening_rejected';
      expect(await view(ctx, token, { wallet })).toMatchObject(decided(patientOutcome, code));
      expect(await eventsOf(token)).toMatchObject([{ status: patientOutcome }]);
    }
  });

  it('is judged by the backup where the vendor is late for the background job too', async () => {
    const { ctx, first, finish } = world({ patientOutcome: 'late' });
    const wallet = someone();
    first.outcomes.set(wallet, 'late');
    const { token } = await judged({ screenedBy: BOTH });
    await view(ctx, token, { wallet });
    await finish();
    const shown = await view(ctx, token, { wallet });
    expect(shown).toMatchObject(decided('approved', 'approved', 'merklescience'));
  });

  it('may not pay where nobody else is left, and a job that was killed is done again', async () => {
    const { ctx, first, finish, now } = world({ patientOutcome: 'failed' });
    const wallet = someone();
    first.outcomes.set(wallet, 'late');
    const { token } = await judged();
    await view(ctx, token, { wallet });
    // As a process does that claims and then ends.
    await database.db
      .updateTable('wallet_screening')
      .set({ due_at: new Date(now().getTime() + MINUTE_MS) })
      .where('secure_payment_token', '=', token)
      .execute();
    expect(await finish()).toBe(0);
    now.advance(MINUTE_MS);
    expect(await finish()).toBe(1);
    const failed = decided('error', 'provider_error');
    expect(await view(ctx, token, { wallet })).toMatchObject(failed);
  });

  it('may not pay where its vendor is not configured any more', async () => {
    const { ctx } = world();
    const { token } = await judged();
    const without = { ...ctx, screeners: new Map() };
    await expect(pay(without, token, { wallet: someone() })).rejects.toMatchObject(
      refused('provider_error'),
    );
  });

  it('is none that is queried about once a link has had two hundred', async () => {
    const { ctx, first } = world();
    const known = someone();
    const { token, accountId } = await judged();
    await pay(ctx, token, { wallet: known });
    const rows = Array.from({ length: 199 }, () => ({
      secure_payment_token: token,
      role: 'payer',
      wallet_address: someone(),
      account_id: accountId,
      wallet_type: 'eoa',
      status: 'rejected',
      reason_code: 'screening_rejected',
      provider: 'hypernative',
      evaluated_at: TEST_TIME,
    }));
    await database.db.insertInto('link_screening').values(rows).execute();
    const another = pay(ctx, token, { wallet: someone() });
    await expect(another).rejects.toMatchObject(refused('provider_error'));
    expect(first.queries).toHaveLength(1);
    await pay(ctx, token, { wallet: known });
  });
});

it('two calls at once report a wallet once', async () => {
  const { ctx } = world();
  const wallet = someone();
  const { token } = await judged();
  await Promise.all([1, 2, 3].map(() => view(ctx, token, { wallet })));
  expect(await eventsOf(token)).toHaveLength(1);
});

it('a payout is paid by whoever may, as its recipient was judged', async () => {
  const { ctx, first } = world();
  const { token } = await judged({ flow: 'outgoing' });
  await pay(ctx, token, { wallet: someone() });
  expect(first.queries).toEqual([]);
});
