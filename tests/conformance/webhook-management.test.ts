import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signText } from '#kit/secret.ts';
import { TestEventType, WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { partnersOf } from '../support/partners-of.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  return () => receiver[Symbol.asyncDispose]();
});

type SendOptions = Parameters<typeof sendToHost>[1];

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOBODYS = '01K0000000000000000000TEST';
const OWN_TYPES = [
  'client_id.linked',
  'payment.confirmed',
  'kyt.screening.completed',
  'secure_payment.user_event',
] as const;

const api = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.apiUrl}/v2${path}`, question);
const auth = (path: string, question: SendOptions = {}) => {
  const headers = { 'x-client-id': world.sandbox.clientId };
  return sendToHost(`${world.authUrl}/v1${path}`, { headers, ...question });
};

/** An endpoint as the specification shows it, and what we show beside. */
const shownAs = (url: string, isActive: boolean) => ({
  id: expect.stringMatching(ULID),
  url,
  isActive,
  createdAt: expect.stringMatching(TIME),
  switchedOffBy: isActive ? null : 'person',
  failingSince: null,
  switchesOffAt: null,
});

const payloadOf = (event: string) =>
  receiver.awaitDelivery(
    ({ payload, headers }) => payload.event === event && headers['x-service-test'] === 'true',
  );

/** What a test delivery must be: marked, signed, a first attempt, and of its event's shape. */
async function expectTest(event: string, secret: string): Promise<void> {
  const { headers, body, payload } = await payloadOf(event);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-signature': signText(secret, body),
    'x-service-delivery': expect.stringMatching(ULID),
    'x-service-retry-count': '0',
    'x-service-test': 'true',
  });
  expect(body).toBe(JSON.stringify(JSON.parse(body)));
  const described = WEBHOOK_EVENTS.find(({ name }) => name === event);
  expect(described?.schema.safeParse(payload).error?.issues).toBeUndefined();
}

describe('specification, an endpoint of a client ID (wire facts 7.2)', () => {
  it('PUT toggles, and answers the endpoint; the secret stays; DELETE takes it away', async () => {
    const { id, secret } = await world.registerWebhook(receiver.url);
    const path = `/webhook/${id}`;
    expect(await auth(path, { method: 'PUT' })).toMatchObject({
      status: 200,
      body: shownAs(receiver.url, false),
    });
    const on = await auth(path, { method: 'PUT' });
    expect(on.body).toEqual(shownAs(receiver.url, true));
    await auth('/webhook/test', { body: { eventType: 'payment.failed' } });
    await expectTest('payment.failed', secret);
    const gone = await auth(path, { method: 'DELETE' });
    expect([gone.status, gone.body]).toEqual([200, { success: true }]);
    for (const method of ['PUT', 'DELETE']) {
      expect(await auth(path, { method })).toMatchObject({
        status: 404,
        body: { statusCode: 404, error: 'Not Found' },
      });
    }
    expect(await auth(`/webhook/${NOBODYS}`, { method: 'PUT' })).toMatchObject({ status: 404 });
  });

  it('POST …/test answers 201 for every event of the list, and sends it (wire facts 7.3)', async () => {
    const { id, secret } = await world.registerWebhook(receiver.url);
    for (const eventType of TestEventType.options) {
      const answer = await auth('/webhook/test', { body: { eventType } });
      expect([answer.status, answer.body]).toEqual([201, {}]);
      await expectTest(eventType, secret);
    }
    await auth(`/webhook/${id}`, { method: 'DELETE' });
    expect(await auth('/webhook/test', { body: { eventType: 'payment.failed' } })).toMatchObject({
      status: 404,
    });
  });

  it('POST …/test answers an unknown event with the issue array (wire facts 7.3)', async () => {
    const { status, body } = await auth('/webhook/test', { body: { eventType: 'payment.lost' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: [
        {
          code: 'invalid_enum_value',
          received: 'payment.lost',
          options: [...TestEventType.options],
          path: ['eventType'],
        },
      ],
      error: 'Bad Request',
    });
  });
});

describe('specification, endpoints of a partner (wire facts 6.5)', () => {
  const Made = z.object({ webhook: z.object({ id: z.string() }), secret: z.string() });

  const newPartner = async () => {
    const { key } = await partnersOf(world).newPartner();
    return (path: string, question: SendOptions = {}) =>
      api(`/orchestrators/webhooks${path}`, { headers: key, ...question });
  };

  it('POST, GET, DELETE and PATCH keep URL and secret while switching off and on', async () => {
    const send = await newPartner();
    const made = await send('', { body: { url: receiver.url } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      webhook: shownAs(receiver.url, true),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { webhook, secret } = Made.parse(made.body);
    const off = await send(`/${webhook.id}`, { method: 'DELETE' });
    expect([off.status, off.body]).toEqual([200, { webhook: shownAs(receiver.url, false) }]);
    const listed = await send('');
    expect([listed.status, listed.body]).toEqual([
      200,
      { webhooks: [shownAs(receiver.url, false)] },
    ]);
    const again = await send('', { body: { url: `${receiver.url}/` } });
    expect(again).toMatchObject({ status: 409, body: { statusCode: 409, error: 'Conflict' } });
    const on = await send(`/${webhook.id}`, { method: 'PATCH' });
    expect([on.status, on.body]).toEqual([200, { webhook: shownAs(receiver.url, true) }]);
    const tested = await send('/test', { body: { eventType: 'client_id.linked' } });
    expect([tested.status, tested.body]).toEqual([200, { sent: 1, failed: 0 }]);
    await expectTest('client_id.linked', secret);
  });

  it('POST …/test takes the four events of partners, and no other', async () => {
    const send = await newPartner();
    const { secret } = Made.parse((await send('', { body: { url: receiver.url } })).body);
    for (const eventType of OWN_TYPES) {
      expect((await send('/test', { body: { eventType } })).body).toEqual({ sent: 1, failed: 0 });
      await expectTest(eventType, secret);
    }
    const { status, body } = await send('/test', { body: { eventType: 'payment.partial' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: [{ code: 'invalid_enum_value' }] });
  });

  it('POST …/test counts a receiver that fails as failed', async () => {
    const send = await newPartner();
    await send('', { body: { url: receiver.url } });
    receiver.answerNext('client_id.linked', 500);
    const tested = await send('/test', { body: { eventType: 'client_id.linked' } });
    expect(tested.body).toEqual({ sent: 0, failed: 1 });
  });

  it('answers 404 to an id of nobody and of another partner, and 401 without a key', async () => {
    const [send, other] = [await newPartner(), await newPartner()];
    const { webhook } = Made.parse((await send('', { body: { url: receiver.url } })).body);
    for (const method of ['PATCH', 'DELETE']) {
      const answers = [
        await other(`/${webhook.id}`, { method }),
        await other(`/${NOBODYS}`, { method }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect((await api('/orchestrators/webhooks/x', { method })).status).toBe(401);
    }
  });
});
