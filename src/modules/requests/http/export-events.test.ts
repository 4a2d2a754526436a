import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import {
  type Asker,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const fetchFile = (query: string, headers: Asker['key']) =>
  host.app.inject({ url: `/v2/dashboard/events/export${query}`, headers });

const timestamp = '2026-01-02T03:04:05.000Z';

const record = ({ accountId }: Asker, status: string) =>
  transact(host.ctx, (ctx) =>
    recordEvent(ctx, {
      ...{ accountId, securePaymentToken: null, clientIdId: null },
      ...{ orchestratorId: null, origin: null },
      payload: {
        event: 'recurring_payment.status_changed',
        ...{ recurringPaymentId: '=1+1', previousStatus: 'active', status, timestamp },
      },
    }),
  );

describe('200', () => {
  it('writes the filtered events as CSV, their payloads in one cell, and as JSON', async () => {
    const owner = await host.asker();
    await record(await host.asker(), 'foreign');
    const id = await record(owner, 'paused, "by" hand');
    const csv = await fetchFile('?type=recurring_payment.status_changed', owner.key);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="events.csv"',
    });
    expect(csv.body.split('\r\n')).toEqual([
      '\uFEFFid,type,createdAt,requestId,securePaymentToken,payload',
      `${id},recurring_payment.status_changed,${timestamp},,,"{""event"":""recurring_payment.status_changed"",""recurringPaymentId"":""=1+1"",""previousStatus"":""active"",""status"":""paused, \\""by\\"" hand"",""timestamp"":""${timestamp}""}"`,
      '',
    ]);
    const json = await fetchFile('?format=json', owner.key);
    expect(json.json()).toMatchObject([{ id, payload: { status: 'paused, "by" hand' } }]);
    expect((await fetchFile('?format=json&type=link.expired', owner.key)).json()).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    ['?type=payment.invented', 'type'],
    ['?format=xml', 'format'],
    ['?limit=5', 'limit'],
  ])('refuses %s', async (query, field) => {
    const answer = await fetchFile(query, (await host.asker()).key);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await fetchFile('', {})).statusCode).toBe(401);
  });
});
