import { describe, expect, it } from 'vitest';
import { DAY_MS, nextPayer, recurringWorld } from '../../../tests/support/recurring-world.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

const world = recurringWorld();
const MONTH_MS = 30 * DAY_MS;

/** Lets every payout be looked at, by so many workers at a time. */
async function run(workers = 1) {
  const { ctx } = world.host;
  await ctx.db
    .updateTable('recurring_payout')
    .set({ next_check_at: world.now })
    .where('next_check_at', 'is not', null)
    .execute();
  await Promise.all(Array.from({ length: workers }, () => runRecurringPayouts(ctx, 50)));
}

/** What was sent since the test began. */
function sentSince(before: number) {
  return world.sepolia.sent.slice(before).map(({ index }) => index);
}

async function digestOf(id: string): Promise<string> {
  const { digest } = await world.host.ctx.db
    .selectFrom('recurring_payout')
    .select('digest')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `0x${digest.toString('hex')}`;
}

/** Has what was sent last carried out, paid or not, and ends its transaction. */
async function carryOut(id: string, { isPaid = true } = {}) {
  const { ctx } = world.host;
  const last = world.sepolia.sent.at(-1);
  if (last === undefined) throw new Error('something was sent');
  const key = await digestOf(id);
  world.sepolia.taken.set(key, new Set([...(world.sepolia.taken.get(key) ?? []), last.index]));
  await ctx.db
    .updateTable('relayed_transaction')
    .set({ outcome: 'succeeded', next_check_at: null })
    .where('outcome', 'is', null)
    .execute();
  if (!isPaid) return;
  const { request_id } = await ctx.db
    .selectFrom('request')
    .select('request_id')
    .where('payment_reference', '=', last.paymentReference)
    .executeTakeFirstOrThrow();
  await world.host.receive(request_id, { units: 10_000_000n, at: world.now });
}

/** Has the first instalment taken with a reference that is not ours. */
async function takenBySomebody(
  id: string,
  { isPaid, block = 1n }: { isPaid: boolean; block?: bigint },
) {
  world.sepolia.taken.set(await digestOf(id), new Set([1]));
  world.sepolia.found = {
    transactionHash: `0x${'ab'.repeat(32)}`,
    block: { number: block, hash: `0x${'01'.repeat(32)}` },
    blockTime: world.now,
    isPaid,
    senderAddress: '0x9999999999999999999999999999999999999992',
    paymentReference: '0x0011223344556677',
  };
}

/** One that its payer signed, with enough of everything; its first payment is due. */
async function begun(more: object = {}, recurrence: object = {}): Promise<string> {
  // Those of other tests rest.
  await world.host.ctx.db.updateTable('recurring_payout').set({ next_check_at: null }).execute();
  const id = await world.created(more, recurrence);
  expect((await world.activate(id)).status).toBe(201);
  world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
  return id;
}

const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};

async function eventsOf(id: string, type: string) {
  const rows = await world.host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', type)
    .orderBy('id')
    .execute();
  const payloads = rows.map(({ payload }) => JSON.parse(String(payload)));
  return payloads.filter((one) => one.recurringPaymentId === id || one.recurringPayment?.id === id);
}

describe('what is due', () => {
  it('is sent once, by however many workers, and not before', async () => {
    const before = world.sepolia.sent.length;
    const start = new Date(world.now.getTime() + DAY_MS).toISOString();
    await begun({}, { startDate: start });
    await run(3);
    expect(sentSince(before)).toEqual([]);
    later(DAY_MS);
    await run(3);
    await run(3);
    expect(sentSince(before)).toEqual([1]);
  });

  it('is a request of its own each time, in order, until the last is paid', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    for (let month = 0; month < 3; month++) {
      await run();
      await carryOut(id);
      await run();
      expect((await world.view(id)).body).toMatchObject({ processedPayments: month + 1 });
      later(MONTH_MS);
    }
    expect(sentSince(before)).toEqual([1, 2, 3]);
    const { body } = await world.view(id);
    expect(body).toMatchObject({ status: 'completed', nextPaymentDate: null, failureCount: 0 });
    const references = world.sepolia.sent.slice(before).map((one) => one.paymentReference);
    expect(new Set(references).size).toBe(3);
    const moves = await eventsOf(id, 'recurring_payment.status_changed');
    expect(moves.map(({ status }) => status)).toEqual(['active', 'completed']);
  });

  it('is not sent for what was stopped while it was about to be signed', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    world.sepolia.onSign = async () => undefined;
    await world.change(id, 'cancel');
    await run();
    expect(sentSince(before)).toEqual([]);
  });

  it('is not sent again after a killed process had signed it', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    world.sepolia.onBroadcast = () => {
      throw new Error('killed');
    };
    await run().catch(() => undefined);
    world.sepolia.onBroadcast = undefined;
    // As a process leaves it that was killed between sending and writing down that it sent.
    await world.host.ctx.db
      .updateTable('recurring_instalment')
      .set({ status: 'due' })
      .where('recurring_payout_id', '=', id)
      .execute();
    await run(2);
    expect(sentSince(before)).toEqual([1]);
  });

  it('goes on from one of 255 to the next', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun({}, { frequency: 'DAILY', totalPayments: 255 });
    await run();
    await carryOut(id);
    later(254 * DAY_MS);
    for (let payment = 2; payment <= 6; payment++) {
      await run();
      await carryOut(id);
    }
    await run();
    expect(sentSince(before).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await world.view(id)).body).toMatchObject({ processedPayments: 6, totalPayments: 255 });
  });
});

describe('what cannot be paid', () => {
  it('is tried three times, reported each time, and then paused with the reason; unpausing catches up', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    world.sepolia.payer = { ...world.sepolia.payer, balanceUnits: 1n };
    await run(2);
    expect((await world.view(id)).body).toMatchObject({
      status: 'active',
      failureCount: 1,
      failureReason: expect.stringContaining('10 USDC are due'),
      retryAfter: expect.any(String),
      shortage: 'balance',
    });
    later(DAY_MS);
    await run(2);
    later(DAY_MS);
    await run(2);
    expect((await world.view(id)).body).toMatchObject({ status: 'paused', failureCount: 3 });
    const failed = await eventsOf(id, 'payment.failed');
    expect(failed).toMatchObject([
      { subStatus: 'insufficient_funds', retryAfter: expect.any(String) },
      { subStatus: 'insufficient_funds', retryAfter: expect.any(String) },
      { subStatus: 'insufficient_funds' },
    ]);
    expect(failed[2]).not.toHaveProperty('retryAfter');
    world.sepolia.payer = { ...world.sepolia.payer, balanceUnits: 10n ** 30n };
    later(MONTH_MS);
    await run();
    expect(sentSince(before)).toEqual([]);
    expect(await world.change(id, 'unpause')).toMatchObject({
      status: 200,
      body: { id, status: 'active', metadata: { processedPayments: 0, totalPayments: 3 } },
    });
    for (let payment = 1; payment <= 2; payment++) {
      await run();
      await carryOut(id);
    }
    await run();
    expect(sentSince(before)).toEqual([1, 2]);
  });

  it('names an allowance that was lowered, and what the contract refuses', async () => {
    const id = await begun();
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 1n };
    await run();
    expect((await world.view(id)).body).toMatchObject({ shortage: 'allowance' });
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
    world.sepolia.refused = 'blocked';
    later(DAY_MS);
    await run();
    expect((await world.view(id)).body).toMatchObject({
      failureCount: 2,
      failureReason: expect.stringContaining('blocked'),
      shortage: null,
    });
  });

  it('is noticed a day before it is due', async () => {
    const id = await begun();
    await run();
    await carryOut(id);
    world.sepolia.payer = { ...world.sepolia.payer, balanceUnits: 1n };
    later(MONTH_MS - DAY_MS / 2);
    await run();
    expect((await world.view(id)).body).toMatchObject({ shortage: 'balance', failureCount: 0 });
  });
});

describe('what the chain shows as taken', () => {
  it('is lost where its token moved nothing: never sent again, paused with the reason, and left out once unpaused', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    await run();
    await carryOut(id, { isPaid: false });
    const last = world.sepolia.sent.at(-1);
    world.sepolia.found = {
      transactionHash: `0x${'ab'.repeat(32)}`,
      block: { number: 1n, hash: `0x${'01'.repeat(32)}` },
      blockTime: world.now,
      isPaid: false,
      senderAddress: '0x9999999999999999999999999999999999999991',
      paymentReference: last?.paymentReference ?? '0x',
    };
    later(60_000);
    await run();
    expect((await world.view(id)).body).toMatchObject({
      status: 'paused',
      processedPayments: 0,
      failureReason: expect.stringContaining('moved nothing'),
    });
    await world.change(id, 'unpause');
    later(MONTH_MS);
    await run();
    expect(sentSince(before)).toEqual([1, 2]);
  });

  it('counts where somebody else took it and the payee was paid: shown with its transaction, and never sent or asked for again', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    await takenBySomebody(id, { isPaid: true });
    await run(2);
    const { body } = await world.view(id);
    const { requests } = JSON.parse(JSON.stringify(body));
    expect(body).toMatchObject({
      status: 'active',
      processedPayments: 1,
      payments: [],
      lastPaymentDate: world.now.toISOString(),
      paidElsewhere: [
        {
          index: 1,
          requestId: requests[0].requestId,
          timestamp: world.now.toISOString(),
          txHash: `0x${'ab'.repeat(32)}`,
        },
      ],
    });
    expect(sentSince(before)).toEqual([]);
    expect(await eventsOf(id, 'recurring_payment.paid_elsewhere')).toMatchObject([
      { index: 1, requestId: requests[0].requestId, takenAt: world.now.toISOString() },
    ]);
    expect(await eventsOf(id, 'payment.confirmed')).toEqual([]);
    expect(await eventsOf(id, 'payment.failed')).toEqual([]);
    world.sepolia.found = undefined;
    later(MONTH_MS);
    await run();
    expect(sentSince(before)).toEqual([2]);
    expect(await world.change(id, 'cancel')).toMatchObject({
      body: { metadata: { processedPayments: 1, remainingPayments: 2 } },
    });
  });

  it('waits for what somebody else took until its block is as deep as payments count', async () => {
    const id = await begun();
    await takenBySomebody(id, { isPaid: true, block: 10n ** 9n });
    await run();
    expect((await world.view(id)).body).toMatchObject({ processedPayments: 0, paidElsewhere: [] });
  });

  it('goes back when a reorg takes its payment back, and is not sent by us again', async () => {
    const before = world.sepolia.sent.length;
    const id = await begun();
    await run();
    await carryOut(id);
    await run();
    const { requests } = JSON.parse(JSON.stringify((await world.view(id)).body));
    await world.host.undo(String(requests[0].requestId));
    await run();
    expect((await world.view(id)).body).toMatchObject({ processedPayments: 0, status: 'active' });
    await run();
    expect(sentSince(before)).toEqual([1]);
  });
});

describe('what the ledger counts', () => {
  it('is counted where it is listed, also before the background job has looked at it', async () => {
    const id = await begun();
    await run();
    await carryOut(id);
    expect((await world.view(id)).body).toMatchObject({
      processedPayments: 1,
      payments: [{ amount: '10' }],
      nextPaymentDate: new Date(world.now.getTime() + MONTH_MS).toISOString(),
    });
    expect(await world.change(id, 'cancel')).toMatchObject({
      body: {
        metadata: { processedPayments: 1, remainingPayments: 2, remainingAmount: '20000000' },
      },
    });
  });
});

describe('what nobody signs', () => {
  it('is cancelled once its second payment is due, with the reason, and not before', async () => {
    const id = await world.created();
    later(MONTH_MS - 1);
    await run(2);
    expect((await world.view(id)).body).toMatchObject({ status: 'pending' });
    later(1);
    await run(2);
    expect((await world.view(id)).body).toMatchObject({
      status: 'cancelled',
      processedPayments: 0,
    });
    expect(await eventsOf(id, 'recurring_payment.status_changed')).toMatchObject([
      { previousStatus: 'pending', status: 'cancelled', reason: expect.stringContaining('signed') },
    ]);
    expect(await world.activate(id)).toMatchObject({
      status: 400,
      body: { code: 'recurring_payment_not_pending', message: 'Recurring payment is cancelled' },
    });
  });
});

describe('what was stopped', () => {
  it('is stopped on the chain once the lowered allowance was seen', async () => {
    const payer = nextPayer();
    const id = await begun({}, { payer });
    await world.change(id, 'cancel');
    await run();
    expect((await world.view(id)).body).toMatchObject({ isAllowanceLowered: false });
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 0n };
    later(60_000);
    await run();
    expect((await world.view(id)).body).toMatchObject({
      status: 'cancelled',
      isAllowanceLowered: true,
    });
  });
});
