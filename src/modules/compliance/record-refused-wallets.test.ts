import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { orderedIdMaker } from '#kit/ulid.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { fakeScreener } from '../../../tests/support/fake-screener.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { listScreenedWalletsOfAll } from './list-screened-wallets-of-all.ts';
import { measureRefusedWallets } from './measure-refused-wallets.ts';
import type { RefusedWallet } from './model/refused-wallet.ts';
import { recordRefusedWallets } from './record-refused-wallets.ts';
import { sweeps } from './sweeps.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const screeners = new Map([['hypernative', fakeScreener('hypernative')]] as const);

/** A context whose clock stands so many milliseconds behind the beginning. */
function at(milliseconds: number) {
  const now = manualClock(new Date(TEST_TIME.getTime() + milliseconds));
  return testContext({ db: database.db, screeners, now, newOrderedId: orderedIdMaker(now) });
}

const refused = (accountId: string, more: Partial<RefusedWallet> = {}): RefusedWallet => ({
  accountId,
  walletAddress: WALLET,
  role: 'recipient',
  network: 'base',
  code: 'screening_rejected',
  provider: 'hypernative',
  ...more,
});

const record = (milliseconds: number, wallet: RefusedWallet, operationId = 'createPayout') =>
  recordRefusedWallets(at(milliseconds), { wallets: [wallet], operationId });

const list = async (accountId: string, status: 'rejected' | 'undecided' = 'rejected') => {
  const page = { status, accountId, cursor: undefined, limit: 10 };
  const { screenings } = await listScreenedWalletsOfAll(at(0), page);
  return screenings.map(({ id: _, ...shown }) => shown);
};

const countOf = async (accountId: string) => {
  const { rows } = await database.db
    .selectFrom('refused_wallet')
    .select((row) => row.fn.countAll().as('rows'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(rows);
};

describe('a wallet because of which a call was refused', () => {
  it('is kept once for each operation, role and account, with the time of the last refusal', async () => {
    const [accountId, other] = [await insertAccount(database.db), await insertAccount(database.db)];
    await Promise.all(Array.from({ length: 10 }, () => record(0, refused(accountId))));
    await record(60 * SECOND_MS, refused(accountId));
    await record(0, refused(accountId), 'createBatchPayout');
    await record(0, refused(accountId, { role: 'payer' }));
    await record(0, refused(other));
    expect(await countOf(accountId)).toBe(3);
    expect((await list(accountId))[0]).toEqual({
      at: new Date(TEST_TIME.getTime() + 60 * SECOND_MS),
      accountId,
      walletAddress: WALLET,
      role: 'recipient',
      status: 'rejected',
      provider: 'hypernative',
      level: null,
      network: 'base',
      securePaymentToken: null,
      operationId: 'createPayout',
    });
    expect(await list(other)).toHaveLength(1);
  });

  it('is written again after ten seconds, and at once where the reason is another', async () => {
    const accountId = await insertAccount(database.db);
    const unknown = refused(accountId, { code: 'provider_error' });
    await record(0, unknown);
    await record(9_999, unknown);
    expect(await list(accountId, 'undecided')).toMatchObject([{ at: TEST_TIME, status: 'failed' }]);
    await record(10_000, unknown);
    const later = new Date(TEST_TIME.getTime() + 10_000);
    expect(await list(accountId, 'undecided')).toMatchObject([{ at: later }]);
    await record(10_001, refused(accountId));
    expect(await list(accountId, 'undecided')).toEqual([]);
    expect(await list(accountId)).toMatchObject([{ walletAddress: WALLET }]);
  });

  it('names the link that it is about, where one has no result of it', async () => {
    const { accountId, token } = await insertLink(database.db);
    const wallets = [refused(accountId, { code: 'provider_error', provider: 'sanctions_oracle' })];
    const call = { wallets, operationId: null, securePaymentToken: token };
    await recordRefusedWallets(at(0), call);
    await recordRefusedWallets(at(DAY_MS), call);
    expect(await list(accountId, 'undecided')).toMatchObject([
      { securePaymentToken: token, operationId: null, provider: 'sanctions_oracle' },
    ]);
  });

  it('is removed a month after it was refused last, and not a day before', async () => {
    const accountId = await insertAccount(database.db);
    await record(0, refused(accountId));
    const [sweep] = sweeps;
    const { signal } = new AbortController();
    await sweep?.run(at(30 * DAY_MS), signal);
    expect(await countOf(accountId)).toBe(1);
    await sweep?.run(at(30 * DAY_MS + 1), signal);
    expect(await countOf(accountId)).toBe(0);
  });
});

describe('an attacker who names one wallet after another', () => {
  it('fills the list of an account with 1,000 and no more, and hides no wallet that is there', async () => {
    const [accountId, other] = [await insertAccount(database.db), await insertAccount(database.db)];
    const wallets = Array.from({ length: 1_000 }, (_, i) =>
      refused(accountId, { walletAddress: `0x9${String(i).padStart(39, '0')}` }),
    );
    await recordRefusedWallets(at(0), { wallets, operationId: 'payRequest' });
    await record(0, refused(accountId));
    expect(await countOf(accountId)).toBe(1_000);
    const [known] = wallets;
    await recordRefusedWallets(at(DAY_MS), {
      wallets: known ? [known] : [],
      operationId: 'payRequest',
    });
    expect((await list(accountId))[0]).toMatchObject({ walletAddress: known?.walletAddress });
    await record(0, refused(other));
    expect(await countOf(other)).toBe(1);
  });
});

describe('what operators count', () => {
  it('are wallets rejected in the last day, and those about which vendors failed just now', async () => {
    await database.db.deleteFrom('refused_wallet').execute();
    const accountId = await insertAccount(database.db);
    const failed = { code: 'provider_error' } as const;
    await record(0, refused(accountId));
    await record(0, refused(accountId, { role: 'payer', ...failed }));
    // No vendor is in trouble where a list is.
    const byList = { ...failed, provider: 'sanctions_oracle' };
    await record(0, refused(accountId, byList), 'createPayoutLink');
    const counted = { rejectedLately: 1, failedLately: 1, lastFailureAt: TEST_TIME };
    expect(await measureRefusedWallets(at(1))).toEqual(counted);
    const nobody = { failedLately: 0, lastFailureAt: null };
    expect(await measureRefusedWallets(at(15 * 60 * SECOND_MS))).toEqual({ ...counted, ...nobody });
    expect(await measureRefusedWallets(at(DAY_MS))).toMatchObject({ rejectedLately: 0 });
  });
});
