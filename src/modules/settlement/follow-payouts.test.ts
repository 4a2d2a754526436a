import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { followOrders } from '#modules/off-ramps/index.ts';
import { openOrder } from '#modules/off-ramps/open-order.ts';
import { receiveOffRampCallback } from '#modules/off-ramps/receive-off-ramp-callback.ts';
import { insertPayout } from '#modules/off-ramps/store.ts';
import { sweeps } from '#modules/off-ramps/sweeps.ts';
import { readTerms } from '#modules/requests/index.ts';
import { viewRequest } from '#modules/requests/view-request.ts';
import { transact } from '#platform/db/transact.ts';
import type { OffRampState } from '#providers/off-ramp-provider.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { type OffRampOfTest, openOffRampOfTest } from '../../../tests/support/off-ramp-of-test.ts';
import { insertAccount, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import {
  PAYER,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { recordPayoutMoves } from './record-payout-moves.ts';

const database = useTestDatabase();
const DAY_MS = 86_400_000;

let ctx: Context;
let clock: ReturnType<typeof manualClock>;
let offRamp: OffRampOfTest;
let world: SettlementWorld;
let request: Awaited<ReturnType<typeof createPaidOut>>;

beforeEach(async () => {
  await database.db.updateTable('off_ramp_order').set({ next_read_at: null }).execute();
  clock = manualClock(new Date('2026-01-02T03:04:05.000Z'));
  offRamp = openOffRampOfTest();
  const chains = connected(stillChain('sepolia'));
  ctx = testContext({ db: database.db, chains, now: clock, offRamp });
  world = await settlementWorld(ctx);
  request = await createPaidOut();
});

/** A request over 12.5 USDC that is paid out to a bank account, without an order. */
async function createPaidOut() {
  const accountId = await insertAccount(ctx.db);
  const calling: Context = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'key' } };
  const currency = 'USDC-sepolia';
  const amounts = { amount: '12.5', invoiceCurrency: currency, paymentCurrency: currency };
  const terms = readTerms(calling, { payee: TEST_PAYEE, ...amounts });
  const row = await createStandaloneRequest(
    calling,
    { ...terms, payeeAddress: '' },
    { originForm: 'request', plan: null },
  );
  const target = { clientUserId: 'u-1', paymentDetailsId: 'pd-1' };
  await transact(ctx, (ctx) => insertPayout(ctx, { ...target, accountId, requestRowId: row.id }));
  return {
    calling,
    accountId,
    token: row.id,
    requestRowId: row.id,
    requestId: row.request_id,
    referenceKey: hexOf(row.reference_key),
    tokenAddress: terms.currency.address,
    expectedUnits: terms.expectedUnits,
  };
}

const setPayee = async (ctx: Context, address: string) => {
  await ctx.db
    .updateTable('request')
    .set({ payee_address: address })
    .where('id', '=', request.requestRowId)
    .execute();
};

const open = (parts: Partial<Context> = {}, payee = setPayee) => {
  const { accountId, requestRowId, expectedUnits: amountUnits } = request;
  const order = { accountId, requestRowId, amountUnits, network: 'sepolia' } as const;
  const to = { currencyId: 'USDC-sepolia', payoutCurrency: 'USD', providerAccountId: 'bank-1' };
  return openOrder({ ...ctx, ...parts }, { ...order, ...to }, payee);
};

/** Lets the payer's tokens reach the deposit address, and count. */
async function pay(): Promise<void> {
  const { depositAddress } = await open();
  const at = world.block(10n);
  const transfer = world.transferOf(request, at, { payeeAddress: depositAddress ?? '' });
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(at, [transfer]));
}

/** Lets the provider say where the order is, and a background job ask for it. */
async function reach(state: OffRampState | 'down', of = ctx): Promise<void> {
  offRamp.state = state;
  clock.advance(DAY_MS / 4);
  await followOrders(of, 10, recordPayoutMoves);
}

const statusOf = async () => {
  const row = await database.db
    .selectFrom('off_ramp_order')
    .select('status')
    .where('request_id', '=', request.requestRowId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.status;
};

/** Every event of the account: what happened, and the sub-status. */
const news = async () => {
  const events = await world.eventsOf(request);
  return events.map(({ event, subStatus }) =>
    subStatus === undefined || subStatus === '' ? event : `${String(event)} ${String(subStatus)}`,
  );
};

const WAY = ['initiated', 'pending_internal_assessment', 'ongoing_checks', 'sending_fiat'];
const processing = (subStatuses: readonly string[]) =>
  subStatuses.map((one) => `payment.processing ${one}`);

describe('a payout to a bank', () => {
  it('reports every state in order and confirms once the bank has the money', async () => {
    await pay();
    expect(await news()).toEqual([]);
    await reach('awaiting_funds');
    expect(await news()).toEqual(processing(['initiated']));
    for (const state of ['in_review', 'funds_received', 'payout_submitted'] as const) {
      await reach(state);
    }
    expect(await viewRequest(request.calling, request)).toMatchObject({
      hasBeenPaid: false,
      status: 'pending',
      isCryptoToFiatAvailable: true,
    });
    await reach('payout_processed');
    expect(await news()).toEqual([...processing([...WAY, 'fiat_sent']), 'payment.confirmed']);
    const [first, ...others] = await world.eventsOf(request);
    const { id } = await database.db
      .selectFrom('off_ramp_order')
      .select('id')
      .where('request_id', '=', request.requestRowId)
      .executeTakeFirstOrThrow();
    expect(first).toMatchObject({
      offrampId: id,
      paymentProcessor: 'service-tech',
      rawPayload: { status: 'their_awaiting_funds', providerId: `at-provider-${id}` },
    });
    expect(others.at(-1)).toMatchObject({
      event: 'payment.confirmed',
      amount: '12.5',
      isCryptoToFiat: true,
      offrampId: id,
      paymentProcessor: 'service-tech',
      payerAddress: PAYER,
    });
    expect(await viewRequest(request.calling, request)).toMatchObject({
      hasBeenPaid: true,
      status: 'paid',
    });
  });

  it('reports the states that it did not see too', async () => {
    await pay();
    await reach('payout_processed');
    expect(await news()).toEqual([...processing([...WAY, 'fiat_sent']), 'payment.confirmed']);
  });

  it('moves once, however many processes follow it', async () => {
    await pay();
    offRamp.state = 'payout_submitted';
    clock.advance(DAY_MS);
    await Promise.all([1, 2, 3].map(() => followOrders(ctx, 10, recordPayoutMoves)));
    await reach('payout_submitted');
    expect(await news()).toEqual(processing(WAY));
  });

  it('bounces, and is refunded to the payer', async () => {
    await pay();
    await reach('bounced');
    await reach('refunded');
    await reach('refunded');
    expect(await news()).toEqual([...processing([...WAY, 'bounced']), 'payment.refunded']);
    expect((await world.eventsOf(request)).at(-1)).toMatchObject({
      refundedTo: PAYER,
      refundAmount: '12.5',
      currency: 'USDC',
      paymentProcessor: 'service-tech',
    });
    expect(await viewRequest(request.calling, request)).toMatchObject({
      hasBeenPaid: false,
      status: 'cancelled',
    });
  });

  it('comes back days after it was confirmed', async () => {
    await pay();
    await reach('payout_processed');
    await reach('bounced');
    await reach('refunded');
    const after = ['payment.confirmed', 'payment.processing bounced', 'payment.refunded'];
    expect((await news()).slice(-3)).toEqual(after);
    expect(await viewRequest(request.calling, request)).toMatchObject({ hasBeenPaid: false });
  });

  it('whose tokens cannot go back has bounced, and is refunded once they could', async () => {
    await pay();
    await reach('return_blocked');
    await reach('return_blocked');
    expect([await statusOf(), (await news()).slice(-1)]).toEqual([
      'bounced',
      ['payment.processing bounced'],
    ]);
    const shown = await viewRequest(request.calling, request);
    expect(shown).toMatchObject({ hasBeenPaid: false, status: 'cancelled' });
    await reach('payout_processed');
    expect(await statusOf()).toBe('bounced');
    await reach('refunded');
    expect((await news()).slice(-1)).toEqual(['payment.refunded']);
  });

  it('fails once, and stays so', async () => {
    await pay();
    await reach('failed');
    await reach('payout_processed');
    expect((await news()).slice(-1)).toEqual(['payment.failed failed']);
    expect(await statusOf()).toBe('failed');
  });

  it('is void where the provider gives it up before anybody paid, and ordered anew', async () => {
    const first = await open();
    await reach('failed');
    expect([await news(), await statusOf()]).toEqual([[], 'voided']);
    offRamp.state = 'awaiting_funds';
    clock.advance(1);
    const second = await open();
    expect(second.id).not.toBe(first.id);
    expect(second.depositAddress).not.toBe(first.depositAddress);
  });

  it('is not confirmed by the word of its provider alone', async () => {
    await open();
    await reach('payout_processed');
    expect(await statusOf()).toBe('fiat_sent');
    expect(await news()).not.toContain('payment.confirmed');
  });

  it('is not confirmed while a reorg has undone its payment, and is once it stands again', async () => {
    await pay();
    await reach('awaiting_funds');
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    await reach('payout_processed');
    expect(await statusOf()).toBe('fiat_sent');
    const at = world.block(11n, 'other');
    const { depositAddress } = await database.db
      .selectFrom('off_ramp_order')
      .select('deposit_address as depositAddress')
      .where('request_id', '=', request.requestRowId)
      .executeTakeFirstOrThrow();
    const again = world.transferOf(request, at, { payeeAddress: depositAddress ?? '' });
    await world.happen(ctx, world.blocks(at, [again]));
    await reach('payout_processed');
    expect((await news()).at(-1)).toBe('payment.confirmed');
  });

  it.each([
    ['reference', { reference: 'other' }],
    ['customer', { isOwnCustomer: false }],
    ['bank account', { accountId: 'bank-2' }],
    ['payout currency', { payoutCurrency: 'EUR' }],
    ['network', { network: 'base' as const }],
    ['token', { symbol: 'USDT' }],
    ['amount', { amount: '12.4' }],
    [
      'amount of the deposit',
      { deposit: { network: 'sepolia' as const, symbol: 'USDC', amount: '13' } },
    ],
    ['deposit address', { depositAddress: `0x${'9'.repeat(40)}` }],
  ])('is not moved by an order with another %s', async (_what, changed) => {
    await pay();
    offRamp.changed = changed;
    await reach('payout_processed');
    expect([await statusOf(), await news()]).toEqual(['opened', []]);
    offRamp.changed = {};
    await reach('payout_processed');
    expect(await statusOf()).toBe('confirmed');
  });

  it('waits while its provider is down or names a state that nobody knows', async () => {
    await pay();
    await reach('down');
    await reach('unknown');
    expect([await statusOf(), await news()]).toEqual(['opened', []]);
    await reach('payout_processed');
    expect(await statusOf()).toBe('confirmed');
  });
});

describe('an order', () => {
  it('is made once, also by a process that ends between provider and database', async () => {
    offRamp.state = 'down';
    await expect(open()).rejects.toBeInstanceOf(Outage);
    expect(await statusOf()).toBe('drafted');
    offRamp.state = 'awaiting_funds';
    const crash = new Error('the process ends here');
    await expect(open({}, () => Promise.reject(crash))).rejects.toBe(crash);
    expect(await statusOf()).toBe('drafted');
    const [first, second] = await Promise.all([open(), open()]);
    expect(first.id).toBe(second.id);
    expect([offRamp.orders.size, await statusOf()]).toEqual([1, 'opened']);
  });

  it('of another shape than was asked for is not handed out', async () => {
    offRamp.changed = { amount: '99' };
    await expect(open()).rejects.toBeInstanceOf(Outage);
    expect(await statusOf()).toBe('drafted');
  });

  it('is handed out until ten minutes before its end', async () => {
    await open();
    clock.advance(DAY_MS - 600_001);
    expect((await open()).status).toBe('opened');
    clock.advance(1);
    await expect(open()).rejects.toMatchObject({ code: 'payout_order_over', status: 409 });
  });

  it('is handed out to nobody once its money is on the way', async () => {
    await pay();
    await reach('in_review');
    await expect(open()).rejects.toMatchObject({ code: 'payout_in_progress' });
  });
});

describe('a callback', () => {
  const report = (body: object, signature = 'right') =>
    receiveOffRampCallback(ctx, {
      rawBody: Buffer.from(JSON.stringify(body)),
      headers: { 'x-signature': signature },
    });
  const follow = () => followOrders(ctx, 10, recordPayoutMoves);

  /** An order that was just read, and its name at the provider. */
  async function opened() {
    const { providerOrderId: orderId } = await open();
    await reach('awaiting_funds');
    offRamp.reads = 0;
    return { eventId: `about ${orderId}`, orderId };
  }

  it('has its order read at once, whose own state alone counts', async () => {
    const event = await opened();
    await pay();
    expect(await follow()).toBe(0);
    expect(await report({ ...event, state: 'payout_processed' })).toEqual({ received: true });
    offRamp.state = 'in_review';
    expect(await follow()).toBe(1);
    expect(await statusOf()).toBe('pending_internal_assessment');
  });

  it('counts once, however often and together it comes', async () => {
    const event = await opened();
    await Promise.all([report(event), report(event)]);
    await follow();
    await report(event);
    await follow();
    expect(offRamp.reads).toBe(1);
  });

  it('about no order of ours is answered, and leaves nothing', async () => {
    await opened();
    const count = async () =>
      (await database.db.selectFrom('off_ramp_callback').selectAll().execute()).length;
    const before = await count();
    for (const orderId of ['at-provider-other', undefined]) await report({ eventId: 'e', orderId });
    expect([await count(), await follow()]).toEqual([before, 0]);
  });

  it('that is not signed is refused, and has nobody asked', async () => {
    const event = await opened();
    const refusal = { status: 401, code: 'callback_not_verified' };
    await expect(report(event, 'forged')).rejects.toMatchObject(refusal);
    expect(await follow()).toBe(0);
    const nobody = receiveOffRampCallback(
      { ...ctx, offRamp: undefined },
      { rawBody: Buffer.from('{}'), headers: {} },
    );
    await expect(nobody).rejects.toMatchObject({ status: 404, code: 'off_ramp_not_found' });
  });

  it('is forgotten once it can no longer be sent again', async () => {
    await report(await opened());
    clock.advance(8 * DAY_MS);
    const [prune] = sweeps;
    expect(await prune?.run(ctx, new AbortController().signal)).toBeGreaterThan(0);
  });
});
