import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { OffRampProvider, RegisteredAccount } from '#providers/off-ramp-provider.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import {
  type DetailsCaller,
  paymentDetailsHost,
} from '../../../tests/support/payment-details-host.ts';
import { checkPaymentDetails } from './check-payment-details.ts';
import { findPaymentDetail } from './find-payment-detail.ts';

const clock = manualClock(TEST_TIME);
let host: Awaited<ReturnType<typeof paymentDetailsHost>>;
beforeAll(async () => {
  host = await paymentDetailsHost({ now: clock });
});
afterAll(() => host[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the provider is asked, and what it answers; each test says what. */
let calls: (readonly [call: string, about: unknown])[];
let answer: () => Promise<RegisteredAccount | undefined>;
beforeEach(async () => {
  calls = [];
  answer = async () => undefined;
  // What earlier tests left is nobody's business.
  await host.ctx.db.updateTable('payment_detail').set({ next_check_at: null }).execute();
});

const notHere = () => Promise.reject(new Error('no call of bank accounts'));
const provider: OffRampProvider = {
  name: 'Bank X',
  takes: () => true,
  registerAccount: async (account, key) => {
    calls.push(['register', { key, form: account.form }]);
    const registered = await answer();
    if (registered === undefined) throw new Outage('Bank X did not answer');
    return registered;
  },
  readAccount: async (id) => {
    calls.push(['read', id]);
    return await answer();
  },
  quote: notHere,
  createOrder: notHere,
  readOrder: notHere,
  parseCallback: () => undefined,
};
const active: RegisteredAccount = { id: 'bank-acc-1', currency: 'usd', isActive: true };

async function newDetail(change = {}): Promise<{ caller: DetailsCaller; id: string }> {
  const caller = await host.caller('u-1');
  const { body } = await host.add(caller, 'u-1', change);
  return { caller, id: body.payment_detail.id };
}

const check = (limit = 10) => checkPaymentDetails(host.ctx, provider, limit);

const stateOf = ({ caller, id }: { caller: DetailsCaller; id: string }) =>
  findPaymentDetail(host.ctx, { accountId: caller.accountId, clientUserId: 'u-1', id });

/** The statuses that events reported, with why. */
async function reported({ caller }: { readonly caller: DetailsCaller }): Promise<unknown[]> {
  const rows = await host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('account_id', '=', caller.accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => {
    const { status, rejectionMessage }: Record<string, unknown> = JSON.parse(payload);
    return rejectionMessage === undefined ? status : [status, rejectionMessage];
  });
}

describe('a bank account', () => {
  it('is approved once the provider has it as active, and reported', async () => {
    const detail = await newDetail();
    answer = async () => active;
    expect(await check()).toBe(1);
    expect(calls).toEqual([['register', { key: detail.id, form: 'us' }]]);
    expect(await stateOf(detail)).toMatchObject({
      status: 'approved',
      currency: 'USD',
      providerAccountId: 'bank-acc-1',
    });
    expect(await reported(detail)).toEqual(['pending', 'approved']);
    expect(await check()).toBe(0);
  });

  it('waits while the provider is away or reviews it, more and more seldom', async () => {
    const detail = await newDetail();
    await check();
    expect(await check()).toBe(0);
    clock.advance(MINUTE_MS);
    answer = async () => ({ ...active, isActive: false });
    await check();
    expect(await stateOf(detail)).toMatchObject({ status: 'pending' });
    clock.advance(MINUTE_MS / 2);
    expect(await check()).toBe(0);
    clock.advance(MINUTE_MS);
    answer = async () => active;
    await check();
    expect(calls.map(([call]) => call)).toEqual(['register', 'register', 'read']);
    expect(await reported(detail)).toEqual(['pending', 'approved']);
  });

  it('is shown to nobody until its payer is compliant', async () => {
    const detail = await newDetail();
    const { accountId } = detail.caller;
    const setAgreement = (agreement_status: string) =>
      host.ctx.db
        .updateTable('payer')
        .set({ agreement_status })
        .where('account_id', '=', accountId)
        .execute();
    answer = async () => active;
    await setAgreement('not_started');
    await check();
    expect(calls).toEqual([]);
    await setAgreement('completed');
    clock.advance(MINUTE_MS);
    await check();
    expect(await reported(detail)).toEqual(['pending', 'approved']);
  });

  it('is asked about at least every hour, also after many failures, whatever they are', async () => {
    const detail = await newDetail();
    answer = () => Promise.reject(new Error('a defect'));
    for (let i = 0; i < 12; i += 1) {
      expect(await check()).toBe(1);
      clock.advance(HOUR_MS);
    }
    expect(await stateOf(detail)).toMatchObject({ status: 'pending' });
    expect(calls.map(([, about]) => about)).toEqual(Array(12).fill({ key: detail.id, form: 'us' }));
  });

  it.each<[string, object, () => Promise<RegisteredAccount>]>([
    [
      'Bank X does not pay out to it',
      {},
      () => Promise.reject(new Refusal('bank_account_refused', 400, 'Ada Example is not wanted')),
    ],
    ['Bank X has it in another currency', {}, async () => ({ ...active, currency: 'EUR' })],
    [
      'Bank X pays out to no account of this form',
      { currency: 'INR', ifsc: 'HDFC0001234', accountNumber: '50100012345678' },
      async () => active,
    ],
  ])('fails because %s, in words of ours', async (reason, change, answered) => {
    const detail = await newDetail(change);
    answer = answered;
    await check();
    expect(await stateOf(detail)).toMatchObject({ status: 'failed' });
    expect(await reported(detail)).toEqual(['pending', ['failed', reason]]);
    const { body } = await host.list(detail.caller, 'u-1');
    expect(body.paymentDetails).toMatchObject([{ status: 'failed', rejectionMessage: reason }]);
    clock.advance(HOUR_MS * 48);
    expect(await check()).toBe(0);
  });

  it.each<[string, RegisteredAccount | undefined]>([
    ['Bank X does not pay out to it any more', { ...active, isActive: false }],
    ['Bank X has it in another currency', { ...active, currency: 'gbp' }],
    ['Bank X knows it no more', undefined],
  ])('that was approved fails when %s', async (reason, later) => {
    const detail = await newDetail();
    answer = async () => active;
    await check();
    clock.advance(HOUR_MS * 24);
    await check();
    expect(await reported(detail)).toEqual(['pending', 'approved']);
    answer = () => Promise.reject(new Outage('away'));
    clock.advance(HOUR_MS * 24);
    await check();
    expect(await stateOf(detail)).toMatchObject({ status: 'approved' });
    answer = async () => later;
    clock.advance(HOUR_MS);
    await check();
    expect(await reported(detail)).toEqual(['pending', 'approved', ['failed', reason]]);
  });

  it('is made known once by workers that run at once', async () => {
    const details = [await newDetail(), await newDetail(), await newDetail()];
    answer = async () => active;
    const counts = await Promise.all([check(), check(), check()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(calls).toHaveLength(3);
    for (const detail of details) expect(await reported(detail)).toEqual(['pending', 'approved']);
  });

  it('is made known with the same key after a worker that was killed', async () => {
    const detail = await newDetail();
    let answers = 0;
    answer = async () => {
      answers += 1;
      if (answers === 1) throw Object.assign(new Error('killed'), { name: 'Killed' });
      return active;
    };
    // As a killed process leaves it: claimed, and nothing written.
    const until = new Date(clock().getTime() + 2 * MINUTE_MS);
    const set = { next_check_at: until };
    await host.ctx.db.updateTable('payment_detail').set(set).where('id', '=', detail.id).execute();
    expect(await check()).toBe(0);
    clock.advance(3 * MINUTE_MS);
    await check();
    clock.advance(MINUTE_MS);
    await check();
    expect(calls.map(([, about]) => about)).toEqual(Array(2).fill({ key: detail.id, form: 'us' }));
    expect(await reported(detail)).toEqual(['pending', 'approved']);
  });
});

describe('what may be paid out to', () => {
  it('is found by its own account and payer alone', async () => {
    const { caller, id } = await newDetail();
    const other = await host.caller('u-1');
    const { accountId } = caller;
    const find = (key: { accountId: string; clientUserId: string; id: string }) =>
      findPaymentDetail(host.ctx, key);
    expect(await find({ accountId, clientUserId: 'u-1', id })).toMatchObject({ id });
    expect(await find({ accountId, clientUserId: 'u-2', id })).toBeUndefined();
    expect(await find({ accountId: other.accountId, clientUserId: 'u-1', id })).toBeUndefined();
    expect(await find({ accountId, clientUserId: 'u-1', id: 'unknown' })).toBeUndefined();
  });
});
