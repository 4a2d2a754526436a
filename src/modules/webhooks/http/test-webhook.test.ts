import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestEventType, WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { textAt } from '../../../../tests/support/partner-host.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../../tests/support/webhook-world.ts';

let host: WebhookHost;
let world: WebhookWorld;
beforeAll(async () => {
  host = await webhookHost();
  world = await webhookWorld(host.ctx.db);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const test = (headers: Readonly<Record<string, string>>, body: unknown, strict = false) =>
  host.call('POST', headers, { path: '/test', body, strict });

/** What was queued for an endpoint. */
const queuedFor = (endpointId: string) =>
  host.ctx.db
    .selectFrom('webhook_delivery')
    .select(['event_type', 'is_test', 'event_id', 'status'])
    .where('webhook_endpoint_id', '=', endpointId)
    .execute();

describe('201', () => {
  it('sends every event of the list, signed, marked, with nothing real in it (W13)', async () => {
    const hook = await world.receiver();
    const own = { 'x-client-id': host.backend };
    const made = await host.call('POST', own, { body: { url: hook.url } });
    const secret = textAt(made.body, 'secret');
    const sweeps = world.startSweeps();
    for (const eventType of TestEventType.options) {
      expect(await test(own, { eventType })).toEqual({ status: 201, body: {} });
    }
    await until(() => hook.posts.length === TestEventType.options.length);
    await sweeps.stop();
    for (const { headers, body } of hook.posts) {
      expect(headers).toMatchObject({
        'x-service-test': 'true',
        'x-service-retry-count': '0',
        'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
      });
      const payload = JSON.parse(body);
      const event = WEBHOOK_EVENTS.find(({ name }) => name === payload.event);
      expect(event?.schema.safeParse(payload)).toMatchObject({ success: true });
    }
    const sent = hook.posts.map(({ body }) => JSON.parse(body).event);
    expect(sent.sort()).toEqual([...TestEventType.options].sort());
    // No event row belongs to a test, and every test is a delivery of its own.
    expect(new Set(hook.posts.map(({ headers }) => headers['x-service-delivery'])).size).toBe(12);
    const rows = await queuedFor(textAt(made.body, 'id'));
    expect(rows.every((row) => row.is_test && row.event_id === null)).toBe(true);
    expect(await world.outboxLength()).toBe(0);
  });

  it('names processors as what really happens does', async () => {
    const own = { 'x-api-key': host.foreignKey };
    const id = await host.newWebhook(own);
    const sent = await test(own, { eventType: 'payment.confirmed' }, true);
    expect(sent).toMatchObject({ status: 201 });
    const { body } = await host.ctx.db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_delivery_body', 'webhook_delivery_id', 'id')
      .select('webhook_delivery_body.body')
      .where('webhook_endpoint_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(body)).toMatchObject({ paymentProcessor: 'other-network' });
  });

  it('reaches the active endpoints of the own scope alone (W13)', async () => {
    const browser = { 'x-client-id': host.browser, origin: SHOP };
    const [own, off] = [await host.newWebhook(browser), await host.newWebhook(browser)];
    await host.call('PUT', browser, { path: `/${off}` });
    const wide = await host.newWebhook({ 'x-api-key': host.apiKey });
    const foreign = await host.newWebhook(host.foreignSession);
    const body = { eventType: 'payment.confirmed' };
    expect(await test(browser, body)).toMatchObject({ status: 201 });
    expect(await queuedFor(own)).toEqual([
      { event_type: 'payment.confirmed', is_test: true, event_id: null, status: 'pending' },
    ]);
    for (const id of [off, wide, foreign]) expect(await queuedFor(id)).toEqual([]);
    expect(await test({ 'x-api-key': host.apiKey }, body)).toMatchObject({ status: 201 });
    expect(await queuedFor(wide)).toHaveLength(1);
    expect(await test(host.session, { ...body, clientId: host.browser })).toMatchObject({
      status: 201,
    });
    expect(await queuedFor(own)).toHaveLength(2);
  });
});

describe('400', () => {
  it('for an event that is not of the list, with the message of the public API', async () => {
    const options = [...TestEventType.options];
    for (const eventType of ['payment.reverted', 'payment.confirmed.checkout', '']) {
      const expected = options.map((option) => `'${option}'`).join(' | ');
      expect(await test(host.session, { eventType })).toMatchObject({
        status: 400,
        body: {
          message: [
            {
              code: 'invalid_enum_value',
              options,
              path: ['eventType'],
              message: `Invalid enum value. Expected ${expected}, received '${eventType}'`,
            },
          ],
        },
      });
    }
  });

  it('for a clientId without a session, and for no event at all', async () => {
    const body = { eventType: 'payment.confirmed', clientId: host.backend };
    expect(await test({ 'x-client-id': host.backend }, body)).toMatchObject({ status: 400 });
    expect(await test(host.session, {})).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await test({}, { eventType: 'payment.confirmed' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    expect(await test(headers, { eventType: 'payment.confirmed' }, true)).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('where no endpoint is active', async () => {
    const id = await host.newWebhook(host.foreignSession);
    for (const { id: each } of await activeOf(host.foreignSession)) {
      await host.call('PUT', host.foreignSession, { path: `/${each}` });
    }
    expect(id).toEqual(expect.any(String));
    expect(await test(host.foreignSession, { eventType: 'payment.failed' })).toMatchObject({
      status: 404,
      body: { code: 'no_active_webhooks' },
    });
  });

  it('for a client ID of another account', async () => {
    const body = { eventType: 'payment.confirmed', clientId: host.backend };
    expect(await test(host.foreignSession, body)).toMatchObject({
      status: 404,
      body: { code: 'client_id_not_found' },
    });
  });
});

describe('429', () => {
  it('for the eleventh test of an endpoint within a minute, named or not (W13)', async () => {
    const headers = { 'x-api-key': host.foreignKey };
    await host.newWebhook(headers);
    const answers = [];
    for (let count = 0; count < 12; count += 1) {
      const named = count === 11 ? { 'idempotency-key': 'eleventh' } : {};
      answers.push(await test({ ...headers, ...named }, { eventType: 'payment.confirmed' }, true));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429, 429]);
    expect(answers.at(-1)).toMatchObject({
      body: { code: 'too_many_tests', message: 'Too many tests; try again in 60 seconds' },
    });
  });
});

async function activeOf(headers: Readonly<Record<string, string>>) {
  const { body } = await host.call('GET', headers);
  const all: { id: string; isActive: boolean }[] = Array.isArray(body) ? body : [];
  return all.filter(({ isActive }) => isActive);
}
