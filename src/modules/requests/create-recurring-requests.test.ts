import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../tests/support/requests-host.ts';
import { insertPartner, linkToPartner } from '../../../tests/support/signed-in.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';
import { createRecurringRequests } from './create-recurring-requests.ts';
import { countRecurrences } from './store/recurrences.ts';

const silent = pino({ level: 'silent' });
const DAY_MS = 86_400_000;
const clock = manualClock(TEST_TIME);
let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost({ now: clock });
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const startDate = () => clock().toISOString();
const daily = () => ({ recurrence: { startDate: startDate(), frequency: 'DAILY' } });
const run = (limit = 100, ctx = host.ctx) => createRecurringRequests(ctx, limit);
const view = async (requestId: string, { key } = owner) =>
  (await host.call('GET', `/v2/request/${requestId}`, { headers: key })).body;
const stop = (requestId: string, isRecurrenceStopped = true) =>
  host.call('PATCH', `/v2/request/${requestId}`, {
    headers: owner.key,
    body: { isRecurrenceStopped },
  });

/** What was made of a request, oldest first. */
async function madeOf(requestId: string) {
  return await host.ctx.db
    .selectFrom('request')
    .innerJoin('recurring_request as made', 'made.request_id', 'request.id')
    .selectAll('request')
    .select('made.period')
    .where('original_request_id', '=', requestId)
    .orderBy('made.period')
    .execute();
}
const countOf = async (requestId: string) => (await madeOf(requestId)).length;

/** The events about what was made of a request. */
async function eventsOf(requestId: string) {
  const events = await host.ctx.db
    .selectFrom('event')
    .selectAll()
    .where('type', '=', 'request.recurring')
    .orderBy('id')
    .execute();
  return events
    .map((event) => ({ ...event, payload: JSON.parse(event.payload) }))
    .filter(({ payload }) => payload.originalRequestId === requestId);
}

describe('a request that recurs', () => {
  it('is made again one period after its start, as the first was, with its event', async () => {
    const customerInfo = { firstName: 'Ada' };
    const id = await host.send(owner, {
      ...daily(),
      payer: PAYER,
      reference: 'SUB-1',
      customerInfo,
      originalRequestId: 'a note of the caller',
    });
    const first = await view(id);
    expect(first).toMatchObject({
      isRecurrenceStopped: false,
      recurrence: {
        startDate: startDate(),
        frequency: 'DAILY',
        nextDate: new Date(clock().getTime() + DAY_MS).toISOString(),
      },
      originalRequestId: 'a note of the caller',
    });
    clock.advance(DAY_MS - 1);
    await run();
    expect(await countOf(id)).toBe(0);
    clock.advance(1);
    await run();
    const [made, ...more] = await madeOf(id);
    expect(more).toEqual([]);
    const again = await view(String(made?.request_id));
    expect(again).toEqual({
      ...first,
      requestId: made?.request_id,
      paymentReference: made?.payment_reference,
      originalRequestId: id,
      originalRequestPaymentReference: first['paymentReference'],
      recurrence: undefined,
    });
    expect(again).toMatchObject({ customerInfo, reference: 'SUB-1', requestAmount: '12.5' });
    expect(made).toMatchObject({ created_by: 'api_key', payer_address: PAYER, period: 1 });
    expect(await eventsOf(id)).toMatchObject([
      {
        account_id: owner.accountId,
        payload: {
          event: 'request.recurring',
          requestId: made?.request_id,
          requestID: made?.request_id,
          paymentReference: made?.payment_reference,
          originalRequestId: id,
          originalRequestPaymentReference: first['paymentReference'],
          timestamp: startDate(),
          paymentProcessor: 'service-network',
          reference: 'SUB-1',
        },
      },
    ]);
    await stop(id);
  });

  it('is made once for each period, in order, however many workers catch up', async () => {
    const id = await host.send(owner, daily());
    clock.advance(12.5 * DAY_MS);
    await Promise.all([run(5), run(5), run(5), run(5)]);
    await run();
    const made = await madeOf(id);
    expect(made.map(({ period }) => period)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const ids = made.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(made.map((row) => row.payment_reference)).size).toBe(12);
    expect(await eventsOf(id)).toHaveLength(12);
    await stop(id);
  });

  it('is made again after a worker died within it, and leaves nothing of the first try', async () => {
    const id = await host.send(owner, daily());
    clock.advance(DAY_MS);
    let hasFailed = false;
    const dying = {
      ...host.ctx,
      newOrderedId: () => {
        // The last id that one request takes is that of its event.
        if (hasFailed) throw new Error('the worker died');
        hasFailed = true;
        return host.ctx.newOrderedId();
      },
      log: silent,
    };
    await run(1, dying);
    expect(hasFailed).toBe(true);
    expect([await countOf(id), await eventsOf(id)]).toEqual([0, []]);
    expect(await view(id)).toMatchObject({
      isRecurrenceStopped: false,
      recurrence: { nextDate: new Date(clock().getTime() + 600_000).toISOString() },
    });
    // It keeps no other waiting.
    const other = await host.send(owner, {
      recurrence: {
        startDate: new Date(clock().getTime() - DAY_MS + 1).toISOString(),
        frequency: 'DAILY',
      },
    });
    clock.advance(1_000);
    await run();
    expect([await countOf(id), await countOf(other)]).toEqual([0, 1]);
    clock.advance(600_000);
    await run();
    expect(await countOf(id)).toBe(1);
    await Promise.all([stop(id), stop(other)]);
  });

  it('belongs to the client ID that made it, with what that says now', async () => {
    const { id: clientIdId, headers } = await host.clientOf(owner);
    const id = await host.send(owner, daily(), headers);
    await host.ctx.db
      .updateTable('client_id')
      .set({ fee_percentage: '2', fee_address: PAYER })
      .where('id', '=', clientIdId)
      .execute();
    clock.advance(DAY_MS);
    await run();
    expect(await madeOf(id)).toMatchObject([
      { client_id_id: clientIdId, created_by: 'client_id', fee_percentage: '2' },
    ]);
    expect(await eventsOf(id)).toMatchObject([
      { client_id_id: clientIdId, payload: { clientId: headers['x-client-id'] } },
    ]);
    await stop(id);
  });
});

describe('a stopped recurrence', () => {
  it('makes nothing, and leaves out what passed when it goes on', async () => {
    const id = await host.send(owner, daily());
    clock.advance(DAY_MS);
    await run();
    const [made] = await madeOf(id);
    expect(await stop(id)).toEqual({ status: 200, body: {} });
    expect(await view(id)).toMatchObject({
      isRecurrenceStopped: true,
      recurrence: { nextDate: null },
    });
    expect(await view(String(made?.request_id))).toMatchObject({ isRecurrenceStopped: true });
    clock.advance(5.5 * DAY_MS);
    await run();
    expect(await countOf(id)).toBe(1);
    // By any request of it.
    await stop(String(made?.request_id), false);
    await run();
    expect(await countOf(id)).toBe(1);
    clock.advance(DAY_MS / 2);
    await run();
    expect((await madeOf(id)).map(({ period }) => period)).toEqual([1, 7]);
    await stop(String(made?.request_id));
    expect(await view(id)).toMatchObject({ isRecurrenceStopped: true });
  });

  it('is what becomes of one whose client ID was revoked, or bound to somebody else, and says why', async () => {
    const revoked = await host.clientOf(owner);
    const bound = await host.clientOf(owner);
    const ids = [
      await host.send(owner, daily(), revoked.headers),
      await host.send(owner, daily(), bound.headers),
    ];
    const { db } = host.ctx;
    await db
      .updateTable('client_id')
      .set({ status: 'revoked' })
      .where('id', '=', revoked.id)
      .execute();
    const partner = await insertPartner(db, (await host.asker()).accountId);
    await linkToPartner(db, {
      orchestratorId: partner.id,
      clientIdId: bound.id,
      accountId: owner.accountId,
    });
    clock.advance(2 * DAY_MS);
    await run();
    expect(await Promise.all(ids.map(countOf))).toEqual([0, 0]);
    const [first, second] = await Promise.all(ids.map((id) => view(id)));
    expect(first).toMatchObject({
      isRecurrenceStopped: true,
      recurrence: { nextDate: null, stopReason: 'the client ID is no longer active' },
    });
    expect(second).toMatchObject({
      isRecurrenceStopped: true,
      recurrence: { stopReason: expect.stringContaining('linked to an orchestrator') },
    });
  });

  it('is not what becomes of one whose network is not connected for a while', async () => {
    const id = await host.send(owner, daily());
    clock.advance(DAY_MS);
    const log = silent;
    await run(100, { ...host.ctx, log, chains: connected(stillChain('base')) });
    expect(await view(id)).toMatchObject({ isRecurrenceStopped: false });
    clock.advance(600_000);
    await run();
    expect(await countOf(id)).toBe(1);
    await stop(id);
  });
});

describe('recurrence is refused', () => {
  const post = (recurrence: unknown, headers = owner.key) =>
    host.call('POST', '/v2/request', {
      headers,
      body: {
        payee: PAYEE,
        amount: '1',
        invoiceCurrency: 'USDC-sepolia',
        paymentCurrency: 'USDC-sepolia',
        recurrence,
      },
    });

  it.each([
    ['recurrence.startDate', { startDate: '2020-01-01', frequency: 'DAILY' }],
    ['recurrence.startDate', { startDate: '2090-01-01', frequency: 'DAILY' }],
    ['recurrence.startDate', { startDate: '2030-02-30', frequency: 'DAILY' }],
    ['recurrence.startDate', { frequency: 'DAILY' }],
    ['recurrence.frequency', { startDate: '2030-01-01', frequency: 'HOURLY' }],
    ['recurrence.totalPayments', { startDate: '2030-01-01', frequency: 'DAILY', totalPayments: 3 }],
    ['recurrence', 'DAILY'],
  ])('(400) for a wrong %s', async (field, recurrence) => {
    expect(await post(recurrence)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('(403) to a public client ID in production', async () => {
    await using production = await requestsHost({
      settings: { ...TEST_SETTINGS, mode: 'production' },
    });
    const asker = await production.asker();
    const domains = { allowedDomains: ['https://shop.example'] };
    const { headers } = await production.clientOf(asker, domains);
    const answer = await production.call('POST', '/v2/request', {
      headers: { ...headers, origin: 'https://shop.example' },
      body: {
        payee: PAYEE,
        amount: '1',
        invoiceCurrency: 'USDC-sepolia',
        paymentCurrency: 'USDC-sepolia',
        recurrence: { startDate: '2026-01-03', frequency: 'DAILY' },
      },
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'public_client_id', errors: [{ field: 'recurrence' }] },
    });
  });

  it('(400) where an account has as many as it may, also to go on with a stopped one', async () => {
    const full = await host.asker();
    const stopped = await host.send(full, daily());
    const patch = (isRecurrenceStopped: boolean) =>
      host.call('PATCH', `/v2/request/${stopped}`, {
        headers: full.key,
        body: { isRecurrenceStopped },
      });
    await patch(true);
    const row = await host.ctx.db
      .selectFrom('request')
      .select('id')
      .where('request_id', '=', stopped)
      .executeTakeFirstOrThrow();
    await insertManyRecurrences(full.accountId, row.id);
    const refused = { status: 400, body: { code: 'too_many_recurrences' } };
    expect(await post(daily().recurrence, full.key)).toMatchObject(refused);
    expect(await patch(false)).toMatchObject(refused);
    expect(await view(stopped, full)).toMatchObject({ isRecurrenceStopped: true });
    const { accountId } = owner;
    expect(await countRecurrences(host.ctx, accountId)).toBeLessThan(10);
  });
});

/** As many recurrences as an account may have, due in a year, over copies of one request. */
async function insertManyRecurrences(accountId: string, requestRowId: string): Promise<void> {
  const { db } = host.ctx;
  await writeUnchecked(
    db,
    sql`
    with copy as (
      insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status,
        network, currency_id, token_address, payee_address, expected_units, fee_units, created_at)
      select 'copy' || n, account_id, '01' || encode(sha256(('r' || n)::bytea), 'hex'),
        '0x' || substr(encode(sha256(('p' || n)::bytea), 'hex'), 1, 16), sha256(('k' || n)::bytea), salt,
        status, network, currency_id, token_address, payee_address, expected_units, fee_units, created_at
      from request, generate_series(1, 10000) n where id = ${requestRowId}
      returning id
    )
    insert into request_recurrence (request_id, account_id, start_at, frequency, terms, next_period,
      due_at, created_at)
    select id, ${accountId}, now(), 'YEARLY', '{}', 1, '2100-01-01', now() from copy`,
  );
}
