import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let requestId: string;
let paymentReference: string;
beforeAll(async () => {
  world = await sharedWorld();
  const { body } = await api('/request', { body: BODY() });
  ({ requestId, paymentReference } = z
    .object({ requestId: z.string(), paymentReference: z.string() })
    .parse(body));
});

type SendOptions = NonNullable<Parameters<typeof sendToHost>[1]>;
const api = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.apiUrl}/v2${path}`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    ...question,
  });

/** As wire facts 11 show it. */
const BODY = () => ({
  payee: world.sandbox.payee.address,
  amount: '10',
  invoiceCurrency: 'USD',
  paymentCurrency: 'FAU-sepolia',
  reference: 'R-1',
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('wire facts 5.1 and 11, POST /v2/request', () => {
  it('answers 201 with a request id and a payment reference, and nothing else', async () => {
    const said = await api('/request', { body: BODY() });
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    });
  });

  it('takes everything that the shape names', async () => {
    const said = await api('/request', {
      body: {
        ...BODY(),
        payer: world.sandbox.payer.address,
        isCryptoToFiatAvailable: false,
        customerInfo: {
          firstName: 'A',
          lastName: 'B',
          email: 'a@b.example',
          address: { street: '1 St', city: 'X', state: 'Y', postalCode: '1', country: 'US' },
        },
        originalRequestId: requestId,
        originalRequestPaymentReference: paymentReference,
      },
    });
    expect(said.status).toBe(201);
  });

  it('is made by a client ID and its Origin', async () => {
    const { clientId, origin } = world.sandbox;
    const headers = { 'x-client-id': clientId, origin };
    expect((await api('/request', { headers, body: BODY() })).status).toBe(201);
    const alone = await api('/request', { headers: { 'x-client-id': clientId }, body: BODY() });
    expect(alone.status).toBe(401);
  });

  it('takes a recurrence, and says when the next one is made', async () => {
    const recurrence = { startDate: '2035-01-31', frequency: 'MONTHLY' };
    const { body, status } = await api('/request', { body: { ...BODY(), recurrence } });
    expect(status).toBe(201);
    const made = z.object({ requestId: z.string() }).parse(body);
    const path = `/request/${made.requestId}`;
    expect((await api(path)).body).toMatchObject({
      isRecurrenceStopped: false,
      recurrence: {
        startDate: '2035-01-31T00:00:00.000Z',
        frequency: 'MONTHLY',
        nextDate: '2035-02-28T00:00:00.000Z',
      },
    });
    const stop = { method: 'PATCH', body: { isRecurrenceStopped: true } };
    expect(await api(path, stop)).toMatchObject({ status: 200, body: {} });
    expect((await api(path)).body).toMatchObject({ isRecurrenceStopped: true });
  });

  it('answers requests and pagination, the fields of an item being these', async () => {
    const wallet = world.sandbox.payee.address.toLowerCase();
    const said = await api(`/request?walletAddress=${wallet}&limit=50&offset=0`);
    const { requests, pagination } = z
      .strictObject({ requests: z.array(z.looseObject({})), pagination: z.unknown() })
      .parse(said.body);
    expect(pagination).toEqual({ total: expect.any(Number), limit: 50, offset: 0 });
    expect(requests).toContainEqual({
      requestId,
      paymentReference,
      amount: '10',
      invoiceCurrency: 'USD',
      paymentCurrency: 'FAU-sepolia',
      hasBeenPaid: false,
      status: 'created',
      securePaymentStatus: null,
      reference: 'R-1',
      createdAt: expect.stringMatching(TIME),
      txHash: null,
      payee: world.sandbox.payee.address,
      payer: null,
      clientId: null,
    });
  });

  it('leaves requests without a link out where a direction of links is named', async () => {
    await world.createLink('1');
    const said = await api('/request?securePaymentFlow=incoming&limit=100');
    const { requests } = z
      .looseObject({ requests: z.array(z.looseObject({ securePaymentStatus: z.string() })) })
      .parse(said.body);
    expect(requests.length).toBeGreaterThan(0);
  });
});

describe('wire facts 5.1 and 11, GET and PATCH /v2/request/{requestId}', () => {
  it('answers the fields of a fresh request as they are shown there', async () => {
    expect((await api(`/request/${requestId}`)).body).toEqual({
      hasBeenPaid: false,
      paymentReference,
      requestId,
      payee: world.sandbox.payee.address,
      isListening: true,
      txHash: null,
      status: 'created',
      isCryptoToFiatAvailable: false,
      payments: [],
      paymentsTotal: 0,
      pendingPayments: [],
      isRecurrenceStopped: false,
      customerInfo: null,
      reference: 'R-1',
      requestAmount: '10',
      invoiceCurrency: 'USD',
      paymentCurrency: 'FAU',
      amountInUsd: '10',
      // The rate of the sandbox's price feed, as no payment recorded one yet.
      conversionRate: expect.stringMatching(/^[0-9]+(\.[0-9]+)?$/),
      rateSource: 'chainlink',
      conversionBreakdown: null,
      fees: [],
    });
  });

  it('answers 404 Request not found', async () => {
    expect(await api(`/request/01${'0'.repeat(64)}`)).toMatchObject({
      status: 404,
      body: { statusCode: 404, message: 'Request not found', error: 'Not Found' },
    });
  });

  it('answers a change of recurrence with 200 and an empty object', async () => {
    const body = { isRecurrenceStopped: true };
    const said = await api(`/request/${requestId}`, { method: 'PATCH', body });
    expect(said).toMatchObject({ status: 200, body: {} });
    await api(`/request/${requestId}`, { method: 'PATCH', body: { isRecurrenceStopped: false } });
  });
});

describe('wire facts 2.3, 5.1 and 11, GET /v2/request/{requestId}/pay', () => {
  it('answers BigNumber values and metadata with every index, null where there is no approval', async () => {
    const wallet = world.sandbox.payer.address;
    const said = await api(`/request/${requestId}/pay?wallet=${wallet}`);
    expect(said).toMatchObject({
      status: 200,
      body: {
        transactions: [
          { data: expect.stringMatching(/^0x095ea7b3/), value: { type: 'BigNumber', hex: '0x00' } },
          { data: expect.stringMatching(/^0x3af2c012/), value: { type: 'BigNumber', hex: '0x00' } },
        ],
        metadata: {
          stepsRequired: 2,
          needsApproval: true,
          approvalTransactionIndex: 0,
          paymentTransactionIndex: 1,
          hasEnoughBalance: true,
          hasEnoughGas: true,
        },
      },
    });
    expect((await api(`/request/${requestId}/pay`)).body).toMatchObject({
      metadata: {
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        walletChecked: false,
      },
    });
  });

  it('says Validation failed, and what about it in errors', async () => {
    const said = await api(`/request/${requestId}/pay?feePercentage=1`);
    expect(said).toMatchObject({
      status: 400,
      body: { message: 'Validation failed', errors: [{ field: 'feeAddress' }] },
    });
  });

  it('answers the one route on the own chain', async () => {
    const wallet = world.sandbox.payer.address;
    const said = await api(`/request/${requestId}/routes?wallet=${wallet}`);
    expect(said.body).toEqual({
      routes: [
        {
          id: 'REQUEST_NETWORK_PAYMENT',
          fee: 0,
          feeBreakdown: [],
          speed: 'FAST',
          price_impact: 0,
          chain: 'SEPOLIA',
          token: 'FAU',
        },
      ],
    });
    expect((await api(`/request/${requestId}/routes`)).status).toBe(400);
  });
});

describe('wire facts 5.2, GET /v2/payments', () => {
  it('answers an empty page as it is shown there', async () => {
    expect((await api(`/payments?requestId=${requestId}`)).body).toEqual({
      payments: [],
      pagination: { total: 0, limit: 20, offset: 0, hasMore: false },
    });
  });

  it.each([
    ['', 'At least one of'],
    [
      '?type=direct&fromDate=2026-01-02T00:00:00Z&toDate=2026-01-01T00:00:00Z',
      'toDate must be after or equal to fromDate',
    ],
    ['?txHash=0x12', '66'],
    ['?type=direct&fromDate=2026-01-02', 'Z'],
  ])('refuses "%s" as a failed validation', async (query, message) => {
    const said = await api(`/payments${query}`);
    expect(said).toMatchObject({
      status: 400,
      body: {
        statusCode: 400,
        message: 'Validation failed',
        errors: [{ message: expect.stringContaining(message) }],
      },
    });
  });

  it('answers 401 in the documented body', async () => {
    const said = await api('/payments?type=direct', { headers: {} });
    expect(said).toMatchObject({ status: 401, body: { statusCode: 401, error: 'Unauthorized' } });
    expect(namesOf(said.body)).toEqual(expect.arrayContaining(['error', 'message', 'statusCode']));
  });
});
