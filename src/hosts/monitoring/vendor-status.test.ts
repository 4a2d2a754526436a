import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { measureScreenings } from '#modules/screening/index.ts';
import { observeCalls } from '#providers/observe-calls.ts';
import { observeScreener } from '#providers/observe-vendors.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { fakeScreener } from '../../../tests/support/fake-screener.ts';
import { vendorStatuses } from './vendor-status.ts';
import { walletStatus } from './wallet-status.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

describe('vendors that are configured', () => {
  it('are shown with what this process saw of them, and with the last answer that any process got', async () => {
    const now = manualClock(TEST_TIME);
    let elapsedMs = 0;
    const vendor = fakeScreener('hypernative');
    const screener = observeScreener(
      {
        ...vendor,
        screen: (query) => {
          elapsedMs += 40;
          return vendor.screen(query);
        },
      },
      observeCalls(() => elapsedMs, now),
    );
    const screeners = new Map([['hypernative', screener]] as const);
    const ctx = testContext({ db: database.db, screeners, now });
    const read = async () => vendorStatuses(ctx, await measureScreenings(ctx));
    const vendorBefore = { kind: 'screening', name: 'hypernative', lastError: null, errors: 0 };
    expect(await read()).toEqual([{ ...vendorBefore, answeredAt: null, latencyMs: null }]);

    const answeredAt = new Date(TEST_TIME.getTime() - 5_000);
    const wallet = `0x${'1'.repeat(40)}`;
    const answer = {
      provider: 'hypernative',
      policy_id: '',
      network: 'base',
      direction: 'incoming',
      wallet_address: wallet,
      decision: 'approved',
      risk_level: 'Info',
      categories: [],
      answered_at: answeredAt,
    };
    await database.db.insertInto('vendor_answer').values(answer).execute();
    const stored = { ...vendorBefore, answeredAt: answeredAt.toISOString() };
    expect(await read()).toEqual([{ ...stored, latencyMs: null }]);

    const query = { network: 'base', walletAddress: wallet, direction: 'incoming' } as const;
    await screener.screen({ ...query, policyId: undefined, timeoutMs: 1 });
    vendor.outcomes.set(wallet, 'failed');
    await expect(
      screener.screen({ ...query, policyId: undefined, timeoutMs: 1 }),
    ).rejects.toThrow();
    expect(await read()).toEqual([
      {
        ...vendorBefore,
        answeredAt: TEST_TIME.toISOString(),
        latencyMs: 40,
        errors: 1,
        lastError: 'hypernative answered 503',
      },
    ]);
  });

  it('fail while none has answered since the last wallet that nobody decided about', () => {
    const measured = {
      waiting: 1,
      oldestWaitingAt: new Date(TEST_TIME.getTime() - 61_000),
      failedLately: 2,
      lastFailureAt: TEST_TIME,
      rejectedLately: 3,
    };
    const refused = { rejectedLately: 0, failedLately: 0, lastFailureAt: null };
    const answered = (at: Date) =>
      walletStatus(
        { now: () => TEST_TIME },
        { ...measured, lastAnswers: new Map([['hypernative', at]]) },
        refused,
      );
    expect(answered(new Date(TEST_TIME.getTime() - 1))).toEqual({
      waiting: 1,
      waitingSeconds: 61,
      failedLately: 2,
      isFailing: true,
      rejectedLately: 3,
    });
    expect(answered(TEST_TIME).isFailing).toBe(false);
  });

  it('fail too where calls without a link alone were refused since', () => {
    const ofLinks = {
      waiting: 0,
      oldestWaitingAt: null,
      failedLately: 1,
      lastFailureAt: null,
      rejectedLately: 2,
      lastAnswers: new Map([['hypernative', new Date(TEST_TIME.getTime() - 1)]]),
    };
    const refused = { rejectedLately: 3, failedLately: 4, lastFailureAt: TEST_TIME };
    expect(walletStatus({ now: () => TEST_TIME }, ofLinks, refused)).toMatchObject({
      failedLately: 5,
      isFailing: true,
      rejectedLately: 5,
    });
  });
});
