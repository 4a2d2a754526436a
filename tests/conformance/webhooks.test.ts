import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signText } from '#kit/secret.ts';
import { WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { Calldata, payOtherwise, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let receiver: Receiver;
let secret: string;

beforeAll(async () => {
  world = await startWorld({ WEBHOOK_SECOND_HEADER_FAMILY: 'x-other-service' });
  receiver = await openReceiver();
  secret = (await world.registerWebhook(receiver.url)).secret;
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const Created = z.object({ token: z.string(), requestIds: z.tuple([z.string()]) });

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const expectedPayload = (event: string, requestId: string) =>
  receiver.awaitDelivery(
    ({ payload }) => payload.event === event && payload.requestId === requestId,
  );

const prepared = async (token: string) =>
  (await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`)).body;

/** What every event of a payment says of a link over 12.5 USDC on Sepolia. */
const payloadOf = (event: string, requestId: string, token: string) => ({
  event,
  requestId,
  requestID: requestId,
  paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
  explorer: expect.stringMatching(/^https:\/\/sepolia\.etherscan\.io\/tx\/0x[0-9a-f]{64}$/),
  amount: '12.5',
  totalAmountPaid: '12.5',
  expectedAmount: '12.5',
  timestamp: expect.stringMatching(TIME),
  txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  payerAddress: world.sandbox.payer.address,
  payerEoaAddress: null,
  network: 'sepolia',
  currency: 'USDC',
  paymentCurrency: 'USDC',
  isCryptoToFiat: false,
  subStatus: '',
  paymentProcessor: 'service-network',
  fees: [],
  securePaymentToken: token,
  paymentToken: token,
  // What follows is ours beyond the specification.
  payee: world.sandbox.payee.address,
  destinationId: world.sandbox.payee.destinationId,
  flow: 'incoming',
  createdBy: 'api_key',
  receivedAmount: '12.5',
});

const MILESTONE = { blockNumber: expect.any(Number), at: expect.stringMatching(TIME) };

describe('specification, delivery', () => {
  it('posts exactly the documented headers and payload, and a checkout variant beside it', async () => {
    const link = await world.createLink('12.5');
    const [requestId] = link.requestIds;
    await world.pay(link.token);
    const { headers, body, payload } = await expectedPayload('payment.confirmed', requestId);
    expect(payload).toEqual(payloadOf('payment.confirmed', requestId, link.token));
    expect(body).toBe(JSON.stringify(payload));
    const ours = Object.entries(headers).filter(([name]) => /^(x-|content-type)/.test(name));
    const signature = signText(secret, body);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    // Decision 2: a setting adds a second family with the same values.
    expect(Object.fromEntries(ours)).toEqual({
      'content-type': 'application/json',
      'x-service-signature': signature,
      'x-service-delivery': expect.stringMatching(ULID),
      'x-service-retry-count': '0',
      'x-other-service-signature': signature,
      'x-other-service-delivery': headers['x-service-delivery'],
      'x-other-service-retry-count': '0',
    });
    const beside = await expectedPayload('payment.confirmed.checkout', requestId);
    expect(beside.payload).toEqual({ ...payload, event: 'payment.confirmed.checkout' });
    expect(beside.headers['x-service-delivery']).not.toBe(headers['x-service-delivery']);
  });

  it('keeps the delivery id over a retry and counts it', async () => {
    receiver.answerNext('payment.confirmed', 500);
    const link = await world.createLink('1');
    await world.pay(link.token);
    const [requestId] = link.requestIds;
    const first = await expectedPayload('payment.confirmed', requestId);
    const again = await receiver.awaitDelivery(
      ({ payload, headers }) =>
        payload.requestId === requestId && headers['x-service-retry-count'] === '1',
    );
    expect(again.headers['x-service-delivery']).toBe(first.headers['x-service-delivery']);
    expect(again.body).toBe(first.body);
  });
});

describe('specification, payloads', () => {
  it('payment.partial adds up, and what is too much is reported as excessAmount', async () => {
    const wide = Calldata.parse(await prepared((await world.createLink('500')).token));
    const [approval] = wide.transactions;
    if (approval === undefined) throw new Error('no approval was prepared');
    await sendTransaction(world.sandbox, approval);

    const link = await world.createLink('12.5', { reference: 'INV-77' });
    const [requestId] = link.requestIds;
    const whole = payloadOf('payment.partial', requestId, link.token);
    await payOtherwise(world.sandbox, await prepared(link.token), 5_000_000n);
    const partial = await expectedPayload('payment.partial', requestId);
    expect(partial.payload).toEqual({
      ...whole,
      amount: '5',
      totalAmountPaid: '5',
      receivedAmount: '5',
      reference: 'INV-77',
    });
    expect((await expectedPayload('payment.partial.checkout', requestId)).payload).toEqual({
      ...partial.payload,
      event: 'payment.partial.checkout',
    });

    await payOtherwise(world.sandbox, await prepared(link.token), 8_000_000n);
    expect((await expectedPayload('payment.confirmed', requestId)).payload).toEqual({
      ...whole,
      event: 'payment.confirmed',
      amount: '8',
      totalAmountPaid: '13',
      receivedAmount: '8',
      excessAmount: '0.5',
      reference: 'INV-77',
    });
  });

  it('fees say their type, amount and currency', async () => {
    const feeAddress = world.sandbox.payee.address;
    const link = await world.createLink('12.5', { feePercentage: '2.5', feeAddress });
    await world.pay(link.token);
    const { payload } = await expectedPayload('payment.confirmed', link.requestIds[0]);
    expect(payload['fees']).toEqual([{ type: 'platform', amount: '0.3125', currency: 'USDC' }]);
  });

  it('a link of a client ID says which one and from which origin, as its variant does', async () => {
    const { clientId, origin, payee } = world.sandbox;
    const requests = [{ destinationId: payee.destinationId, amount: '12.5' }];
    const { body } = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
      headers: { 'x-client-id': clientId, origin },
      body: { requests },
    });
    const link = Created.parse(body);
    const [requestId] = link.requestIds;
    await world.pay(link.token);
    const { payload } = await expectedPayload('payment.confirmed', requestId);
    expect(payload).toEqual({
      ...payloadOf('payment.confirmed', requestId, link.token),
      clientId,
      origin,
      createdBy: 'public_client_id',
    });
    expect((await expectedPayload('payment.confirmed.client_id', requestId)).payload).toEqual({
      ...payload,
      event: 'payment.confirmed.client_id',
    });
  });

  it('every body that was received fits its schema in the description', () => {
    const events = new Set(receiver.deliveries.map(({ payload }) => payload.event));
    expect(events.size).toBe(5);
    for (const { payload } of receiver.deliveries) {
      const described = WEBHOOK_EVENTS.find(({ name }) => name === payload.event);
      expect(described?.schema.safeParse(payload).error?.issues).toBeUndefined();
    }
  });
});

describe('specification, the 409 of a paid link', () => {
  it('carries the members of wire facts 4.5 on both reads', async () => {
    const link = await world.createLink('1');
    const txHash = await world.pay(link.token);
    const { body } = await world.awaitStatus(link.token, 409);
    expect(body).toEqual({
      statusCode: 409,
      message: 'Secure payment has already been completed',
      error: 'Conflict',
      code: 'secure_payment_completed',
      status: 'completed',
      branding: null,
      // What stands beside the documented three is ours.
      requestStatuses: [
        expect.objectContaining({
          requestId: link.requestIds[0],
          hasBeenPaid: true,
          txHash,
          seen: MILESTONE,
          confirmed: MILESTONE,
        }),
      ],
      outstandingFees: [],
      skippedFees: [],
      paidFees: [],
      redirectUrl: null,
      redirectLabel: null,
      docUrl: expect.any(String),
      correlationId: expect.any(String),
    });
    const { status, body: ofPay } = await world.read(`${link.token}/pay`);
    expect(status).toBe(409);
    expect(namesOf(ofPay)).toEqual(namesOf(body));
  });
});

describe('specification, POST and GET /v1/webhook', () => {
  const hooks = (body?: unknown, headers?: Readonly<Record<string, string>>) => {
    const page = { 'x-client-id': world.sandbox.clientId, origin: world.sandbox.origin };
    return sendToHost(`${world.authUrl}/v1/webhook`, { headers: headers ?? page, body });
  };

  it('answers 201 with an id and a secret, and lists the endpoint without it (wire facts 7.2)', async () => {
    const url = 'https://hook.example/p';
    const made = await hooks({ url });
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: expect.stringMatching(ULID),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const listed = await hooks();
    expect(listed.status).toBe(200);
    expect(listed.body).toEqual([
      // The sandbox's own inbox, then the one that all of these tests share.
      expect.objectContaining({ url: world.sandbox.inbox?.url }),
      expect.anything(),
      {
        id: Object(made.body)['id'],
        url,
        isActive: true,
        createdAt: expect.stringMatching(TIME),
        // Ours beyond the specification.
        switchedOffBy: null,
        failingSince: null,
        switchesOffAt: null,
      },
    ]);
    expect(await hooks({ url })).toMatchObject({ status: 400, body: { statusCode: 400 } });
  });

  it('answers a body of the wrong shape with the issue array as its message (wire facts 2.1)', async () => {
    const { status, body } = await hooks({ url: 7 });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      message: [{ code: 'invalid_type', message: expect.any(String), path: ['url'] }],
      error: 'Bad Request',
      errors: [{ field: 'url' }],
    });
  });

  it('takes a clientId in the body from signed-in users only (wire facts 7.2)', async () => {
    const url = 'https://hook.example/q';
    expect(await hooks({ url, clientId: world.sandbox.clientId })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'clientId', message: expect.stringContaining('session') }] },
    });
  });

  it('answers 401 to nobody', async () => {
    expect(await hooks(undefined, {})).toMatchObject({
      status: 401,
      body: { statusCode: 401, error: 'Unauthorized' },
    });
  });
});
