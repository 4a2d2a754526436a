import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const COIN = 'ETH-sepolia-sepolia';
const PAYEE = '0x1111111111111111111111111111111111111111';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  sendToHost(`${world.apiUrl}/v2/${path}`, {
    headers: headers ?? { 'x-api-key': world.sandbox.apiKey },
    body,
  });
const byClient = () => ({
  'x-client-id': world.sandbox.clientId,
  origin: world.sandbox.origin,
});
const refused = (message: unknown) => ({ status: 400, body: { statusCode: 400, message } });

const LINK_ANSWER = ['feePlan', 'requestIds', 'securePaymentUrl', 'token'];
const Link = z.object({ token: z.string(), requestIds: z.array(z.string()) });

/** As wire facts 11 show it, on a network of the sandbox. */
const link = (more: object = {}) => ({
  recipient: PAYEE,
  creatorWalletAddress: world.sandbox.payer.address,
  network: 'base',
  currency: 'USDC-base',
  amount: '5',
  ...more,
});
const item = (currency: string, more: object = {}) => ({
  payee: PAYEE,
  amount: '1',
  invoiceCurrency: currency,
  paymentCurrency: currency,
  ...more,
});
const bigNumber = (hex: unknown) => ({ type: 'BigNumber', hex });

describe('specification, POST /v2/secure-payments/payouts', () => {
  it('answers 201 in the shape of an incoming link, by key and by client ID', async () => {
    for (const headers of [undefined, byClient()]) {
      const said = await post('secure-payments/payouts', link(), headers);
      expect(said.status).toBe(201);
      expect(namesOf(said.body)).toEqual(LINK_ANSWER);
    }
  });

  it('is read and paid as an outgoing link', async () => {
    const { body } = await post('secure-payments/payouts', link({ reference: 'R-1' }));
    const { token } = Link.parse(body);
    const view = await world.read(`${token}?wallet=${world.sandbox.payer.address}`);
    expect(view).toMatchObject({
      status: 200,
      body: {
        paymentType: 'single',
        flow: 'outgoing',
        payee: PAYEE,
        amount: '5000000',
        paymentCurrency: 'USDC-base',
        destination: null,
        reference: 'R-1',
      },
    });
    const pay = await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`);
    expect(pay.body['flow']).toBe('outgoing');
  });

  it.each([
    [{ recipient: undefined }, 'recipient is required'],
    [{ creatorWalletAddress: undefined }, 'creatorWalletAddress is required'],
    [{ redirectLabel: 'Back' }, 'redirectLabel cannot be provided without redirectUrl'],
    [{ feePercentage: '1' }, 'feeAddress is required when feePercentage is set'],
    [{ feePercentage: '100.1', feeAddress: PAYEE }, expect.stringContaining('from 0 to 100')],
    [{ amount: '0' }, expect.stringContaining('greater than 0')],
    [{ currency: 'USDC-mainnet' }, 'currency USDC-mainnet is not on the network base'],
    [{ network: 'ropsten' }, expect.stringContaining("received 'ropsten'")],
    [{ reference: 'x'.repeat(256) }, expect.stringContaining('255')],
    [{ recipientIdentifier: 'x'.repeat(256) }, expect.stringContaining('255')],
  ])('refuses %j', async (more, message) => {
    expect(await post('secure-payments/payouts', link(more))).toMatchObject(refused(message));
  });

  it('requires a credential', async () => {
    expect((await post('secure-payments/payouts', link(), {})).status).toBe(401);
  });
});

describe('wire facts 4.3, POST /v2/secure-payments/batch-payouts', () => {
  it('answers 201 as 4.1 does, and its children become invalidated', async () => {
    const made = [
      await post('secure-payments/payouts', link()),
      await post('secure-payments/payouts', link({ currency: 'USDT-base' })),
    ].map(({ body }) => Link.parse(body));
    const tokens = made.map(({ token }) => token);
    const said = await post('secure-payments/batch-payouts', { tokens });
    expect(said.status).toBe(201);
    expect(namesOf(said.body)).toEqual(LINK_ANSWER);
    const { token, requestIds } = Link.parse(said.body);
    expect(requestIds).toEqual(made.flatMap((one) => one.requestIds));
    expect((await world.read(token)).body).toMatchObject({
      paymentType: 'batch',
      flow: 'outgoing',
      paymentCurrencies: ['USDC-base', 'USDT-base'],
    });
    for (const child of tokens) {
      expect(await world.read(child)).toMatchObject({
        status: 403,
        body: { status: 'invalidated' },
      });
    }
  });
});

describe('wire facts 5.3 and 11, POST /v2/payouts', () => {
  it('answers the example’s names, and one transaction for a coin', async () => {
    const said = await post('payouts', {
      ...item(COIN),
      payerWallet: world.sandbox.payer.address,
    });
    expect(said.status).toBe(201);
    expect(said.body).toMatchObject({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      transactions: [
        {
          to: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
          data: expect.stringMatching(/^0xb868980b/),
          value: bigNumber('0x0de0b6b3a7640000'),
        },
      ],
      metadata: {
        stepsRequired: 1,
        needsApproval: false,
        approvalTransactionIndex: null,
        paymentTransactionIndex: 0,
        hasEnoughBalance: true,
        hasEnoughGas: true,
      },
    });
  });

  it('takes a client ID with an invoice in dollars, and has transactions for it', async () => {
    const input = item('USDC-sepolia', { invoiceCurrency: 'USD' });
    const said = await post('payouts', input, byClient());
    const { transactions } = z
      .looseObject({ transactions: z.array(z.looseObject({ value: z.unknown() })) })
      .parse(said.body);
    // No wallet is named, so the approval is prepared too.
    expect(transactions.map(({ value }) => value)).toEqual([bigNumber('0x00'), bigNumber('0x00')]);
  });

  it('refuses what recurs in the coin of a network', async () => {
    const recurrence = {
      startDate: '2030-01-01',
      frequency: 'DAILY',
      totalPayments: 3,
      payer: world.sandbox.payer.address,
    };
    expect(await post('payouts', { ...item(COIN), recurrence })).toMatchObject(
      refused(`A recurring payout is paid in a token, not for the coin ${COIN}`),
    );
  });
});

describe('specification, POST /v2/payouts/batch', () => {
  it('answers the example’s names for requests, metadata only with a payer', async () => {
    const requests = [
      item('USDC-sepolia'),
      item(COIN),
      item('FAU-sepolia', { invoiceCurrency: 'USD' }),
    ];
    const without = await post('payouts/batch', { requests });
    expect(namesOf(without.body)).toEqual([
      'ERC20ApprovalTransactions',
      'batchPaymentTransaction',
      'requests',
    ]);
    const payer = world.sandbox.payer.address;
    const said = await post('payouts/batch', { requests, payer }, byClient());
    expect(said).toMatchObject({
      status: 201,
      body: {
        ERC20ApprovalTransactions: [{ value: 0 }, { value: 0 }],
        batchPaymentTransaction: {
          to: '0x67818703c92580c0e106e401F253E8A410A66f8B',
          data: expect.stringMatching(/^0x92cddb91/),
          value: bigNumber('0x0de0b6b3a7640000'),
        },
        requests: [
          { payee: PAYEE, amount: '1', invoiceCurrency: 'USDC-sepolia' },
          { paymentCurrency: COIN },
          { invoiceCurrency: 'USD', paymentCurrency: 'FAU-sepolia' },
        ],
        metadata: { hasEnoughBalance: true, hasEnoughGas: true, canMakePayment: true },
      },
    });
  });

  it('pays requests that are there', async () => {
    const made = await post('request', item('FAU-sepolia'));
    const { requestId } = z.looseObject({ requestId: z.string() }).parse(made.body);
    const said = await post('payouts/batch', { requestIds: [requestId] });
    expect(said).toMatchObject({ status: 201, body: { requests: [{ requestId }] } });
  });

  it('takes exactly one of requests and requestIds, on one network', async () => {
    const one = 'Send either requests or requestIds, exactly one of the two';
    const requests = [item('USDC-sepolia'), item('USDC-base')];
    expect(await post('payouts/batch', {})).toMatchObject(refused(one));
    expect(await post('payouts/batch', { requests, requestIds: ['x'] })).toMatchObject(
      refused(one),
    );
    expect(await post('payouts/batch', { requests })).toMatchObject(
      refused('All requests must be on the same network'),
    );
    const tron = [item('USDT-tron'), item('USDT-tron')];
    expect(await post('payouts/batch', { requests: tron })).toMatchObject(
      refused(
        'Batch payments are not supported for TRON networks. Please submit individual payment requests.',
      ),
    );
  });
});
