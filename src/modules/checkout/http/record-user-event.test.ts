import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#kit/secret.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertClientId, insertLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OCCURRED = '2026-01-02T03:04:04.500Z';

/** How often each link may still be reported. */
const left = new Map<string, number>();

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({
    throttle: {
      take: async (rule, subject) => {
        const attempts = left.get(subject) ?? rule.attempts;
        left.set(subject, attempts - 1);
        return attempts > 0 ? 0 : 3_600;
      },
      clear: async () => undefined,
    },
  });
});
afterAll(() => host[Symbol.asyncDispose]());

const sendEvent = (token: string, body: unknown, headers?: Record<string, string>) =>
  host.post(`${token}/events`, body, headers);

/** What was recorded about a link. */
async function eventsOf(token: string) {
  const rows = await host.ctx.db
    .selectFrom('event')
    .select(['type', 'payload', 'account_id', 'client_id_id'])
    .where('secure_payment_token', '=', token)
    .orderBy('id')
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) }));
}

describe('202', () => {
  it.each(['wallet_connected', 'payment_sent_to_wallet', 'payment_approved_in_wallet'])(
    'records %s with what links and browsers say, for the account of the link',
    async (userEvent) => {
      const link = await insertLink(host.ctx.db);
      const properties = { wallet_provider: 'demo', wallet_address: WALLET, steps: 2, ok: true };
      const answer = await sendEvent(link.token, { userEvent, occurredAt: OCCURRED, properties });
      expect(answer).toEqual({ status: 202, body: { received: true } });
      expect(await eventsOf(link.token)).toEqual([
        {
          type: 'secure_payment.user_event',
          account_id: link.accountId,
          client_id_id: null,
          payload: {
            event: 'secure_payment.user_event',
            userEvent,
            securePaymentToken: link.token,
            requestId: link.requestId,
            requestIds: [link.requestId],
            occurredAt: OCCURRED,
            timestamp: '2026-01-02T03:04:05.000Z',
            properties: {
              wallet_provider: 'demo',
              wallet_address_hashed: hashSecret(WALLET.toLowerCase()).toString('hex'),
              steps: 2,
              ok: true,
            },
          },
        },
      ]);
    },
  );

  it('settles nothing and locks nobody out, for any transaction that a browser names', async () => {
    const [link, other] = [await insertLink(host.ctx.db), await insertLink(host.ctx.db)];
    const properties = {
      payment_submission_id: `0x${'07'.repeat(32)}`,
      payment_submission_id_type: 'evm_tx_hash',
    };
    for (const { token } of [link, other, link]) {
      const body = { userEvent: 'payment_approved_in_wallet', properties };
      expect(await sendEvent(token, body)).toMatchObject({ status: 202 });
    }
    for (const { requestRowId, token } of [link, other]) {
      const { status, link_status } = await host.ctx.db
        .selectFrom('request')
        .innerJoin('secure_payment_request as asked', 'asked.request_id', 'request.id')
        .innerJoin('secure_payment as link', 'link.token', 'asked.secure_payment_token')
        .select(['request.status', 'link.status as link_status'])
        .where('request.id', '=', requestRowId)
        .where('link.token', '=', token)
        .executeTakeFirstOrThrow();
      expect([status, link_status]).toEqual(['created', 'pending']);
    }
    for (const table of ['payment', 'chain_transfer'] as const) {
      expect(await host.ctx.db.selectFrom(table).select('id').execute()).toEqual([]);
    }
  });

  it('records it for a bundle with all of its requests, though no link has its token', async () => {
    const { token, accountId, links } = await newBundle(
      host.ctx,
      await insertPayouts(host.ctx, [{}, {}]),
    );
    expect(await sendEvent(token, { userEvent: 'wallet_connected' })).toMatchObject({
      status: 202,
    });
    const { payload } = await host.ctx.db
      .selectFrom('event')
      .select('payload')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const body = JSON.parse(payload);
    expect(body).toMatchObject({
      event: 'secure_payment.user_event',
      securePaymentToken: token,
      requestIds: links.map(({ requestId }) => requestId),
    });
    expect(body).not.toHaveProperty('requestId');
  });

  it('names the client ID of the link, and needs nothing but the step', async () => {
    const { ctx } = host;
    const { accountId } = await insertLink(ctx.db);
    const { id, clientId } = await insertClientId(ctx.db, accountId);
    const { token } = await insertLink(ctx.db, { accountId, clientIdId: id });
    expect((await sendEvent(token, { userEvent: 'wallet_connected' })).status).toBe(202);
    const [event] = await eventsOf(token);
    expect(event).toMatchObject({ client_id_id: id, payload: { clientId } });
    expect(event?.payload).not.toHaveProperty('properties');
    expect(event?.payload).not.toHaveProperty('occurredAt');
  });

  it.each(['completed', 'expired', 'invalidated'])(
    'takes events of a link that is %s',
    async (status) => {
      const { token } = await insertLink(host.ctx.db, { status });
      expect((await sendEvent(token, { userEvent: 'wallet_connected' })).status).toBe(202);
      expect(await eventsOf(token)).toHaveLength(1);
    },
  );

  it('takes as much as is documented', async () => {
    const { token } = await insertLink(host.ctx.db);
    const properties = {
      ...Object.fromEntries(Array.from({ length: 62 }, (_, i) => [`key_${i}`, i])),
      ['k'.repeat(128)]: 'v'.repeat(2_048),
      list: Array(1_000).fill('item'),
    };
    const answer = await sendEvent(token, { userEvent: 'wallet_connected', properties });
    expect(answer.status).toBe(202);
    expect((await eventsOf(token))[0]?.payload.properties).toEqual(properties);
  });
});

describe('400', () => {
  const step = { userEvent: 'wallet_connected' };
  it.each([
    ['an unknown step', { userEvent: 'paid' }, 'userEvent'],
    ['no step', {}, 'userEvent'],
    ['an unknown field', { ...step, wallet: WALLET }, 'wallet'],
    ['no time', { ...step, occurredAt: 'yesterday' }, 'occurredAt'],
    [
      'too many keys',
      { ...step, properties: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, i])) },
      'properties',
    ],
    ['too long a key', { ...step, properties: { ['k'.repeat(129)]: 1 } }, 'properties'],
    ['too long a text', { ...step, properties: { a: 'x'.repeat(2_049) } }, 'properties'],
    ['too long a list', { ...step, properties: { a: Array(1_001).fill('x') } }, 'properties'],
    ['a list of others', { ...step, properties: { a: [1] } }, 'properties'],
    ['nested objects', { ...step, properties: { a: { b: 1 } } }, 'properties'],
    ['a NUL', { ...step, properties: { a: 'x\0y' } }, 'properties'],
    [
      'too much in all',
      { ...step, properties: { a: Array(900).fill('x'.repeat(60)) } },
      'properties',
    ],
  ])('for %s', async (_, body, field) => {
    const { token } = await insertLink(host.ctx.db);
    const answer = await sendEvent(token, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body['errors'])).toContain(field);
    expect(await eventsOf(token)).toEqual([]);
  });
});

describe('401', () => {
  it.each([
    ['no client ID', { origin: PAGE }],
    ['an unknown client ID', { 'x-client-id': 'cli_nobody', origin: PAGE }],
  ])('for %s', async (_, headers) => {
    const { token } = await insertLink(host.ctx.db);
    expect((await sendEvent(token, { userEvent: 'wallet_connected' }, headers)).status).toBe(401);
  });

  it('for a client ID without its origin', async () => {
    const { token } = await insertLink(host.ctx.db);
    const headers = { 'x-client-id': host.pageClientId };
    expect((await sendEvent(token, { userEvent: 'wallet_connected' }, headers)).status).toBe(401);
  });
});

describe('404', () => {
  it.each(['01KC9V7N3E5GQ0X8R2JT6WZ4MB', 'nonsense'])('for the token %s', async (token) => {
    const answer = await sendEvent(token, { userEvent: 'wallet_connected' });
    expect(answer).toMatchObject({ status: 404, body: { message: 'Token not found' } });
  });
});

describe('429', () => {
  it('after 200 events of one link in a week, which others do not feel', async () => {
    const { token } = await insertLink(host.ctx.db);
    left.set(token, 1);
    expect((await sendEvent(token, { userEvent: 'wallet_connected' })).status).toBe(202);
    const refused = await sendEvent(token, { userEvent: 'wallet_connected' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_user_events' } });
    expect(await eventsOf(token)).toHaveLength(1);
    const other = await insertLink(host.ctx.db);
    expect((await sendEvent(other.token, { userEvent: 'wallet_connected' })).status).toBe(202);
    expect(left.get(other.token)).toBe(199);
  });
});
