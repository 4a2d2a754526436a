import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { recordEvents } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let session: Headers;
let key: Headers;
beforeAll(async () => {
  host = await partnerHost();
  ({ accountId, byEmail: session } = await host.newPeople());
  const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Till' });
  key = { 'x-api-key': apiKey };
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (requestId: string, headers: Headers = key) =>
  host.call('viewRequestHistory', headers, { params: { requestId } });

/** Records that a link is no longer valid, about the link or about one of its requests. */
const record = (token: string) =>
  transact(host.ctx, (ctx) =>
    recordEvents(ctx, [
      {
        accountId,
        securePaymentToken: token,
        clientIdId: null,
        orchestratorId: null,
        origin: null,
        payload: {
          event: 'link.invalidated',
          securePaymentToken: token,
          paymentToken: token,
          reason: 'withdrawn',
          timestamp: '2026-01-02T03:04:05.000Z',
        },
      },
    ]),
  );

describe('200', () => {
  it('shows the events of a link and what its account was sent, and nothing of others', async () => {
    const link = await insertLink(host.ctx.db, { accountId });
    const other = await insertLink(host.ctx.db, { accountId });
    await record(link.token);
    await record(other.token);
    const { id: eventId } = await host.ctx.db
      .selectFrom('event')
      .select('id')
      .where('secure_payment_token', '=', link.token)
      .executeTakeFirstOrThrow();
    const { id: webhookId } = await host.ctx.db
      .insertInto('webhook_endpoint')
      .values({
        id: host.ctx.newOrderedId(),
        account_id: accountId,
        url: 'https://shop.example/hook',
        url_key: 'https://shop.example/hook',
        secret_sealed: Buffer.from('x'),
        secret_key_version: 1,
        is_active: true,
        created_at: host.ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = {
      account_id: accountId,
      event_id: eventId,
      webhook_endpoint_id: webhookId,
      event_type: 'link.invalidated',
      status: 'failed',
      due_at: host.ctx.now(),
      created_at: host.ctx.now(),
    };
    const [first, again] = [host.ctx.newOrderedId(), host.ctx.newOrderedId()];
    await host.ctx.db
      .insertInto('webhook_delivery')
      .values([
        { ...delivery, id: first },
        { ...delivery, id: again, replay_of: first },
      ])
      .execute();
    await host.ctx.db
      .insertInto('webhook_attempt')
      .values({
        webhook_delivery_id: first,
        retry_count: 0,
        account_id: accountId,
        started_at: host.ctx.now(),
        duration_ms: 7,
        response_status: 500,
      })
      .execute();
    const shown = {
      status: 200,
      body: {
        events: [
          {
            id: eventId,
            type: 'link.invalidated',
            deliveries: [
              {
                id: first,
                webhookId,
                url: 'https://shop.example/hook',
                attempts: [{ retryCount: 0, responseStatus: 500, failure: null, durationMs: 7 }],
              },
              { id: again, replayOf: first, attempts: [] },
            ],
          },
        ],
      },
    };
    expect(await view(link.requestId)).toMatchObject(shown);
    expect(await view(link.requestId, session)).toMatchObject(shown);
  });

  it('is empty where nothing happened', async () => {
    const { requestId } = await insertLink(host.ctx.db, { accountId });
    expect(await view(requestId)).toEqual({ status: 200, body: { events: [] } });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    const { requestId } = await insertLink(host.ctx.db, { accountId });
    expect((await view(requestId, {})).status).toBe(401);
  });
});

describe('404', () => {
  it('answers the same for a request of another account as for none', async () => {
    const { requestId } = await insertLink(host.ctx.db);
    const none = refused(404, 'request_not_found');
    expect(await view(requestId)).toMatchObject(none);
    expect(await view('01nothing')).toMatchObject(none);
  });
});
