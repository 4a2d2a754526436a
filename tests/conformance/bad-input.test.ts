import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

const PAYEE = '0x1111111111111111111111111111111111111111';
const TRON_WALLET = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const SEPOLIA_USDC = { invoiceCurrency: 'USDC-sepolia', paymentCurrency: 'USDC-sepolia' };
const TRON_BATCH =
  'Batch payments are not supported for TRON networks. Please submit individual payment requests.';
const CONTRADICTS = 'invoiceCurrency must be the paymentCurrency, or USD, EUR, CNY, GBP or JPY';

let world: ReachedWorld;
let unrelated: Awaited<ReturnType<typeof signInAt>>;
beforeAll(async () => {
  world = await sharedWorld();
  unrelated = await signInAt(world.authUrl);
});

const send = (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  sendToHost(`${world.apiUrl}/v2${path}`, {
    headers: headers ?? { 'x-api-key': world.sandbox.apiKey },
    ...(body === undefined ? {} : { body }),
  });

const Page = z.looseObject({ pagination: z.looseObject({ total: z.number() }) });
const requestsMade = async () => Page.parse((await send('/request?limit=1')).body).pagination.total;

/** Makes a call that is refused with 400, and checks that it created nothing. */
async function refuses(path: string, body: unknown, message: unknown): Promise<void> {
  const before = await requestsMade();
  expect(await send(path, body)).toMatchObject({
    status: 400,
    body: { statusCode: 400, error: 'Bad Request', message },
  });
  expect(await requestsMade()).toBe(before);
}

const item = (more: object = {}) => ({ payee: PAYEE, amount: '1', ...SEPOLIA_USDC, ...more });
const both = (id: string) => ({ invoiceCurrency: id, paymentCurrency: id });
const onTron = { ...both('USDT-tron'), payee: TRON_WALLET };
const outgoing = (more: object = {}) => ({
  recipient: PAYEE,
  creatorWalletAddress: world.sandbox.payer.address,
  network: 'sepolia',
  currency: 'USDC-sepolia',
  amount: '1',
  ...more,
});
const listed = (more: object = {}) => ({ requests: [item(more)] });

/** Every call that takes an amount and its currencies, with the name it has for them. */
const CREATIONS = [
  ['/request', item, ''],
  ['/payouts', item, ''],
  ['/payouts/batch', listed, 'requests[0].'],
  ['/secure-payments', listed, 'requests[0].'],
] as const;

describe.each(CREATIONS)('POST /v2%s', (path, body, at) => {
  it.each([
    [{ amount: '1.0000001' }, 'amount has 7 decimals, but USDC has 6'],
    [
      { ...both('FAU-sepolia'), amount: `0.${'1'.repeat(19)}` },
      'amount has 19 decimals, but FAU has 18',
    ],
    [
      { ...both('ETH-sepolia-sepolia'), amount: `0.${'1'.repeat(19)}` },
      expect.stringContaining('amount has 19 decimals'),
    ],
    [{ amount: '0' }, 'amount must be greater than 0'],
    [{ amount: '-1' }, expect.stringContaining('amount must be a plain decimal number')],
    [{ amount: '1e3' }, expect.stringContaining('amount must be a plain decimal number')],
    [{ amount: 1 }, expect.stringContaining('amount: must be a text')],
    [both('USDC-nowhere'), expect.stringContaining('paymentCurrency')],
    [both('DOGE-sepolia'), expect.stringContaining('paymentCurrency')],
    [{ invoiceCurrency: 'USDC-base' }, CONTRADICTS],
    [{ invoiceCurrency: 'CHF' }, CONTRADICTS],
    [both('USD'), expect.stringContaining('paymentCurrency')],
    [{ payee: '0x12' }, expect.stringContaining('payee must be 0x and 40 hexadecimal digits')],
    [{ payee: TRON_WALLET }, expect.stringContaining('payee')],
    [{ colour: 'red' }, 'colour is not a known field'],
  ])('refuses %j in clear words, and makes nothing', async (more, message) => {
    const expectedText = typeof message === 'string' ? `${at}${message}` : message;
    await refuses(path, body(more), expectedText);
  });
});

describe('POST /v2/secure-payments/payouts', () => {
  it.each([
    [{ amount: '1.0000001' }, 'amount has 7 decimals, but USDC has 6'],
    [{ currency: 'USDC-base' }, 'currency USDC-base is not on the network sepolia'],
    [{ network: 'base' }, 'currency USDC-sepolia is not on the network base'],
    [{ currency: 'DOGE-sepolia' }, expect.stringContaining('is not a supported currency')],
    [{ currency: 'USD' }, 'currency must be a token or coin: nothing can be paid in USD'],
    [{ recipient: TRON_WALLET }, expect.stringContaining('recipient')],
  ])('refuses %j in clear words, and makes nothing', async (more, message) => {
    await refuses('/secure-payments/payouts', outgoing(more), message);
  });
});

describe('one call for several networks', () => {
  const elsewhere = item(both('USDC-base'));

  it.each(['/payouts/batch', '/secure-payments'])('is refused by %s', async (path) => {
    const requests = [item(), elsewhere];
    await refuses(path, { requests }, 'All requests must be on the same network');
  });

  it.each(['/payouts/batch', '/secure-payments'])('is refused by %s on Tron', async (path) => {
    await refuses(path, { requests: [item(onTron), item(onTron)] }, TRON_BATCH);
  });

  it('is refused by a bundle that is to be paid on one chain', async () => {
    const childTokens = [
      await payoutOf(),
      await payoutOf({ network: 'base', currency: 'USDC-base' }),
    ].map(({ token }) => token);
    const body = { childTokens, requestedExecutionKind: 'evm_same_chain' };
    await refuses('/secure-payments/multicall-payouts', body, 'Multicall validation failed');
  });
});

const Link = z.looseObject({ token: z.string(), requestIds: z.tuple([z.string()]) });
const payoutOf = async (more: object = {}, headers?: Readonly<Record<string, string>>) =>
  Link.parse((await send('/secure-payments/payouts', outgoing(more), headers)).body);

describe('what belongs to another account', () => {
  const missing = (said: Said) => ({ status: said.status, message: textOf(said) });
  const textOf = ({ body }: Said) =>
    z
      .looseObject({ message: z.string() })
      .parse(body)
      .message.replace(/01[0-9a-f]{64}/g, 'it');

  it('is answered like nothing by every call that names a request', async () => {
    const foreign = (await payoutOf({}, unrelated.headers)).requestIds[0];
    const nothing = `01${'0'.repeat(64)}`;
    const wallet = world.sandbox.payer.address;
    for (const path of ['', `/pay?wallet=${wallet}`, `/routes?wallet=${wallet}`]) {
      const [theirs, none] = [
        await send(`/request/${foreign}${path}`),
        await send(`/request/${nothing}${path}`),
      ];
      expect(missing(theirs)).toEqual({ status: 404, message: 'Request not found' });
      expect(missing(none)).toEqual(missing(theirs));
    }
    const batch = (requestId: string) => send('/payouts/batch', { requestIds: [requestId] });
    const theirs = await batch(foreign);
    expect(missing(theirs)).toEqual({
      status: 400,
      message: 'requestIds[0]: it is no request of this account',
    });
    expect(missing(await batch(nothing))).toEqual(missing(theirs));
    expect((await send(`/payments?requestId=${foreign}`)).body).toMatchObject({ payments: [] });
  });

  it('cannot be put into a bundle or a batch', async () => {
    const [theirs, own] = [await payoutOf({}, unrelated.headers), await payoutOf()];
    const tokens = [theirs.token, own.token];
    const bundle = await send('/secure-payments/multicall-payouts', { childTokens: tokens });
    expect(bundle).toMatchObject({
      status: 400,
      body: { failures: [{ securePaymentToken: theirs.token, context: { position: 0 } }] },
    });
    expect((await send('/secure-payments/batch-payouts', { tokens })).status).toBe(400);
    expect((await world.read(own.token)).status).toBe(200);
  });
});
