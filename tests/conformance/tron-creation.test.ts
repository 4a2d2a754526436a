import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { type AccessWorld, accessWorld, textAt } from '../support/access-world.ts';

/** Issue 13, point 4: what is created for Tron, by every way there is. */

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PAYEE = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const FEES = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';
const EVM = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
/** Of another account than the token's contract, with the same checksum rules. */
const OTHER = TronWeb.address.fromHex(`41${'11'.repeat(20)}`);
const HEX = TronWeb.address.toHex(OTHER);
const TO_OTHER = `${OTHER}@eip155:728126428:${USDT}`;
const ON_BASE = `${EVM}@eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;

let world: AccessWorld;
beforeAll(async () => {
  world = await accessWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const Refused = z.looseObject({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

type Headers = Readonly<Record<string, string>>;
const byKey = () => world.own.credentials.api_key;
const create = (operationId: string, body: object, headers: Headers = byKey()) =>
  world.done(operationId, { body }, headers);
async function refused(operationId: string, body: object) {
  const endpoint = ENDPOINTS.find((one) => one.operationId === operationId);
  if (endpoint === undefined) throw new Error(`no endpoint is called ${operationId}`);
  const answer = await world.call(endpoint, { body }, byKey());
  return { status: answer.status, ...Refused.parse(answer.body) };
}
const view = async (token: unknown) =>
  await world.done(
    'viewSecurePayment',
    { params: { token: String(token) } },
    world.own.credentials.client_id,
  );
const link = (destinationId: string, more: object = {}) => ({
  requests: [{ destinationId, amount: '12.5' }],
  ...more,
});
const older = (payee: string, more: object = {}) => ({
  payee,
  amount: '12.5',
  invoiceCurrency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
  ...more,
});
const payoutLink = (more: object = {}) => ({
  recipient: OTHER,
  creatorWalletAddress: FEES,
  network: 'tron',
  currency: 'USDC-tron',
  amount: '0.000001',
  ...more,
});

describe('a link', () => {
  it('is created by an inline destination and shown with whole addresses', async () => {
    const made = await create('createSecurePayment', link(TO_OTHER));
    expect(await view(made['token'])).toMatchObject({
      network: 'tron',
      payee: OTHER,
      amount: '12500000',
      paymentCurrency: 'USDT-tron',
      isNativeCurrency: false,
      destination: {
        destinationId: expect.stringMatching(
          new RegExp(`^${OTHER}@eip155:728126428#[0-9A-F]{8}:${USDT}$`),
        ),
        payeeAddress: expect.stringMatching(new RegExp(`^${OTHER}@eip155:728126428#`)),
        walletAddress: OTHER,
        tokenAddress: USDT,
        network: 'tron',
      },
    });
  });

  it('is created in the older form, and by a destination that is registered and bound', async () => {
    const requests = [older(OTHER)];
    const made = await create('createSecurePayment', { requests });
    expect(await view(made['token'])).toMatchObject({ payee: OTHER });
    const body = { tokenAddress: USDT, chainId: 728_126_428, walletAddress: OTHER };
    const { wallet_session: session } = world.own.credentials;
    const registered = await create('registerPayeeDestination', body, session);
    const client = await create(
      'createClientIdV1',
      {
        label: 'Tron',
        allowedDomains: [],
        payeeDestinationId: textAt(registered, 'destinationId'),
      },
      session,
    );
    const bound = await create(
      'createSecurePayment',
      { requests: [{ amount: '1' }] },
      { 'x-client-id': textAt(client, 'clientId') },
    );
    expect(await view(bound['token'])).toMatchObject({ payee: OTHER, network: 'tron' });
  });

  it('is created for a payout, with the smallest unit', async () => {
    const made = await create('createPayoutLink', payoutLink());
    const seen = await view(made['token']);
    expect(seen).toMatchObject({ payee: OTHER, amount: '1', paymentCurrency: 'USDC-tron' });
  });
});

describe('a request', () => {
  it.each([
    ['createRequest', () => older(OTHER)],
    ['createPayout', () => older(OTHER, { payerWallet: FEES })],
  ])('of %s is shown and listed with whole addresses', async (operationId, body) => {
    const made = await create(operationId, body());
    const params = { requestId: String(made['requestId']) };
    expect(made['paymentReference']).toMatch(/^0x[0-9a-f]{16}$/);
    expect(await world.done('viewRequest', { params }, byKey())).toMatchObject({
      payee: OTHER,
      paymentCurrency: 'USDT',
    });
    const listed = await world.done('listRequests', { query: { walletAddress: OTHER } }, byKey());
    expect(listed['requests']).toContainEqual(
      expect.objectContaining({ ...params, payee: OTHER, paymentCurrency: 'USDT-tron' }),
    );
  });
});

describe('fees', () => {
  it('of a call and of a client ID are paid to an address of Tron', async () => {
    const fee = { feePercentage: '2', feeAddress: FEES };
    const made = await create('createSecurePayment', link(TO_OTHER, fee));
    const plan = { fees: [{ destinationRef: { tronAddress: FEES }, calculatedAmountUsd: '0.25' }] };
    expect(made['feePlan']).toMatchObject(plan);
    const client = await create(
      'createClientIdV1',
      { label: 'Fee', allowedDomains: [], ...fee },
      world.own.credentials.wallet_session,
    );
    const own = await create('createSecurePayment', link(TO_OTHER), {
      'x-client-id': textAt(client, 'clientId'),
    });
    expect(own['feePlan']).toMatchObject(plan);
  });

  it('of a client ID with an EVM address are refused by name rather than left out', async () => {
    const client = await create(
      'createClientIdV1',
      { label: 'Fee', allowedDomains: [], feePercentage: '2', feeAddress: EVM },
      world.own.credentials.wallet_session,
    );
    const headers = { 'x-client-id': textAt(client, 'clientId') };
    await expect(create('createSecurePayment', link(TO_OTHER), headers)).rejects.toThrow(
      /400 .*the default fee of this client ID: feeAddress must be in the Base58 form/,
    );
  });
});

describe('a bundle of payouts', () => {
  const payouts = (currencies: readonly string[]) =>
    Promise.all(
      currencies.map(async (currency, at) => {
        const made = await create(
          'createPayoutLink',
          payoutLink({ currency, amount: `${at + 1}` }),
        );
        return textAt(made, 'token');
      }),
    );

  it('is paid by transactions that name their children, in the documented form (tron_batch)', async () => {
    const childTokens = await payouts(['USDT-tron', 'USDT-tron']);
    const asked = { childTokens, requestedExecutionKind: 'tron_batch' };
    const { token, ...made } = await create('createMulticallPayout', asked);
    expect(made).toMatchObject({
      type: 'multicall',
      status: 'pending',
      items: childTokens.map((securePaymentToken, position) => ({
        securePaymentToken,
        position,
        eligibility: 'eligible',
      })),
    });
    const paid = await world.done(
      'paySecurePayment',
      { params: { token: String(token) }, query: { wallet: PAYEE } },
      world.own.credentials.client_id,
    );
    const { children, references, transactions } = z
      .looseObject({
        children: z.array(z.looseObject({ paymentReference: z.string() })),
        references: z.array(z.string()),
        transactions: z.array(z.looseObject({ childPositions: z.array(z.number()) })),
      })
      .parse(paid);
    expect(paid).toMatchObject({
      paymentType: 'multicall',
      executionKind: 'tron_batch',
      network: 'tron',
      chainId: 728_126_428,
      childTokens,
      payees: [OTHER, OTHER],
      amounts: ['1', '2'],
    });
    expect(references).toEqual(children.map(({ paymentReference }) => paymentReference));
    const positions = transactions.flatMap(({ childPositions }) => childPositions);
    expect(positions).toEqual([0, 1]);
  });

  it.each([
    ['two tokens', ['USDT-tron', 'USDC-tron'], undefined],
    ['the kind of another family', ['USDT-tron', 'USDT-tron'], 'evm_same_chain'],
  ])('is none of %s', async (_, currencies, requestedExecutionKind) => {
    const childTokens = await payouts(currencies);
    const endpoint = ENDPOINTS.find((one) => one.operationId === 'createMulticallPayout');
    if (endpoint === undefined) throw new Error('it exists');
    const body = { childTokens, ...(requestedExecutionKind && { requestedExecutionKind }) };
    expect(await world.call(endpoint, { body }, byKey())).toMatchObject({
      status: 400,
      body: {
        code: 'multicall_validation_failed',
        failures: expect.arrayContaining([
          expect.objectContaining({ reason: 'not_payable_child' }),
        ]),
      },
    });
  });
});

describe('400', () => {
  const batchMessage =
    'Batch payments are not supported for TRON networks. Please submit individual payment requests.';

  it('for several items, batches, and Tron beside another network, in the specified words', async () => {
    const one = { destinationId: TO_OTHER, amount: '1' };
    const evm = { destinationId: ON_BASE, amount: '1' };
    const onBase = older(EVM, { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' });
    const answers = [
      await refused('createSecurePayment', { requests: [one, one] }),
      await refused('createSecurePayment', { requests: [evm, one] }),
      await refused('createBatchPayout', { requests: [older(OTHER)] }),
      await refused('createBatchPayout', { requests: [older(OTHER), older(OTHER)] }),
      await refused('createBatchPayout', { requests: [older(OTHER), onBase] }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(batchMessage) });
    }
  });

  it('for requests and payout links that exist, put together', async () => {
    const made = [await create('createRequest', older(OTHER))];
    made.push(await create('createRequest', older(OTHER)));
    const requestIds = made.map(({ requestId }) => requestId);
    const links = [await create('createPayoutLink', payoutLink())];
    links.push(await create('createPayoutLink', payoutLink()));
    const tokens = links.map(({ token }) => token);
    for (const answer of [
      await refused('createBatchPayout', { requestIds }),
      await refused('createBatchPayoutLink', { tokens }),
    ]) {
      expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(batchMessage) });
    }
    expect(await view(tokens[0])).toMatchObject({ status: 'pending' });
  });

  it.each([
    {
      what: 'an EVM payee',
      body: older(EVM),
      field: 'payee',
      message: /Base58 form that starts with T: this is an EVM address/,
    },
    {
      what: 'a payee in hexadecimal form',
      body: older(HEX),
      field: 'payee',
      message: new RegExp(`which is ${OTHER}`),
    },
    {
      what: 'a mistyped payee',
      body: older(`${OTHER.slice(0, -1)}x`),
      field: 'payee',
      message: /wrong checksum/,
    },
    { what: 'the token itself', body: older(USDT), field: 'payee', message: /own contract/ },
    {
      what: 'seven decimals',
      body: older(OTHER, { amount: '1.0000001' }),
      field: 'amount',
      message: /7 decimals, but USDT has 6/,
    },
    {
      what: 'an invoice in dollars',
      body: older(OTHER, { invoiceCurrency: 'USD' }),
      field: 'invoiceCurrency',
      message: /no rate leads from USD to USDT-tron on Tron/,
    },
    {
      what: 'an EVM payer',
      body: older(OTHER, { payer: EVM }),
      field: 'payer',
      message: /Base58/,
    },
  ])('names the field of a request with $what', async ({ body, field, message }) => {
    const answer = await refused('createRequest', body);
    expect(answer).toMatchObject({ status: 400, errors: [{ field }] });
    expect(answer.errors?.[0]?.message).toMatch(message);
  });

  it.each([
    ['recipient', { recipient: EVM }],
    ['recipient', { recipient: HEX }],
    ['creatorWalletAddress', { creatorWalletAddress: EVM }],
    ['currency', { currency: 'USDC-base' }],
    ['amount', { amount: '0.0000001' }],
    ['feeAddress', { feePercentage: '1', feeAddress: EVM }],
    ['recipient', { network: 'base', currency: 'USDC-base', creatorWalletAddress: EVM }],
  ])('names %s of a payout with %o', async (field, more) => {
    const answer = await refused('createPayoutLink', payoutLink(more));
    expect(answer).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it.each([
    ['an EVM wallet under the chain of Tron', `${EVM}@eip155:728126428:${USDT}`, /Base58/],
    ['a Tron wallet under another chain', TO_OTHER.replace('728126428', '8453'), /hexadecimal/],
    ['a wrong checksum of the ID', TO_OTHER.replace(':TR7', '#00000000:TR7'), /it is #[0-9A-F]{8}/],
    ['a token of nobody', TO_OTHER.replace(USDT, FEES), /not supported on Tron/],
  ])('names a destination ID with %s', async (_, destinationId, message) => {
    const answer = await refused('createSecurePayment', link(destinationId));
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'requests[0].destinationId' }] });
    expect(answer.message).toMatch(message);
  });
});

it('lists the tokens of Tron', async () => {
  const listed = await world.list('listCurrencies', {});
  for (const [symbol, address] of [
    ['USDC', PAYEE],
    ['USDT', USDT],
  ]) {
    expect(listed).toContainEqual(
      expect.objectContaining({ id: `${symbol}-tron`, address, type: 'TRC20', decimals: 6 }),
    );
  }
});
