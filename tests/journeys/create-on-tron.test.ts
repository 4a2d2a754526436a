import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { TRON_PROTOCOL_FEE } from '../support/world-settings.ts';

/** Issue 13, point 4: links, payouts and requests of Tron on the sandbox's node, created and read back. */

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const FEE_ADDRESS = TRON_PROTOCOL_FEE.PROTOCOL_FEE_TRON_ADDRESS;

let world: ReachedWorld;
let session: Readonly<Record<string, string>>;
let payee: string;
beforeAll(async () => {
  world = await sharedWorld(TRON_PROTOCOL_FEE);
  const { login, payee: account } = world.sandbox;
  const said = await sendToHost(`${world.authUrl}/v1/auth/login`, { body: login });
  session = { cookie: (said.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  payee = account.tronAddress ?? '';
});

const byKey = () => ({ 'x-api-key': world.sandbox.apiKey });
const post = (path: string, body: object): Promise<Said> =>
  sendToHost(`${world.apiUrl}/v2${path}`, { headers: byKey(), body });
const get = async (path: string, headers: Readonly<Record<string, string>> = byKey()) =>
  (await sendToHost(`${world.apiUrl}/v2${path}`, { headers })).body;

const Link = z.looseObject({ token: z.string(), requestIds: z.tuple([z.string()]) });
const Request = z.looseObject({ requestId: z.string(), paymentReference: z.string() });
async function created<T>(shape: z.ZodType<T>, path: string, body: object): Promise<T> {
  const said = await post(path, body);
  expect([said.status, said.body]).toEqual([201, expect.anything()]);
  return shape.parse(said.body);
}

const terms = () => ({
  payee,
  amount: '12.5',
  invoiceCurrency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
});
const payout = (currency = 'USDT-tron') => ({
  recipient: payee,
  creatorWalletAddress: world.sandbox.payer.tronAddress,
  network: 'tron',
  currency,
  amount: '12.5',
});
/** The payer's view of a link. */
const asPayer = (token: string) => {
  const { clientId, origin } = world.sandbox;
  return get(`/secure-payments/${token}`, { 'x-client-id': clientId, origin });
};

describe('a link on Tron', () => {
  it.each([
    [
      'an inline destination',
      () => ({
        requests: [{ destinationId: `${payee}@eip155:728126428:${USDT}`, amount: '12.5' }],
      }),
    ],
    ['the older form', () => ({ requests: [terms()] })],
  ])('of %s is read back by its payer and its account', async (_, body) => {
    const { token, requestIds } = await created(Link, '/secure-payments', body());
    expect(await asPayer(token)).toMatchObject({
      status: 'pending',
      network: 'tron',
      payee,
      amount: '12500000',
      paymentCurrency: 'USDT-tron',
      destination: { walletAddress: payee, tokenAddress: USDT, network: 'tron' },
      feePlan: { fees: [{ type: 'protocol_fee', destinationRef: { tronAddress: FEE_ADDRESS } }] },
    });
    const [id] = requestIds;
    expect(await get(`/secure-payments?requestId=${id}`, session)).toMatchObject({
      token,
      status: 'pending',
      paymentType: 'single',
    });
    expect(await get(`/request/${id}`)).toMatchObject({ payee, hasBeenPaid: false });
  });

  it.each(['USDT-tron', 'USDC-tron'])('of a payout in %s is read back', async (currency) => {
    const { token } = await created(Link, '/secure-payments/payouts', payout(currency));
    expect(await asPayer(token)).toMatchObject({
      payee,
      network: 'tron',
      paymentCurrency: currency,
    });
  });
});

describe('a request on Tron', () => {
  it('is created alone and as a payout, and listed with its whole payee', async () => {
    const alone = await created(Request, '/request', terms());
    const { tronAddress: payerWallet } = world.sandbox.payer;
    const paid = await created(Request, '/payouts', { ...terms(), payerWallet });
    const listed = z
      .object({ requests: z.array(z.looseObject({ requestId: z.string() })) })
      .parse(await get(`/request?walletAddress=${payee}`)).requests;
    for (const { requestId, paymentReference } of [alone, paid]) {
      expect(listed).toContainEqual(
        expect.objectContaining({ requestId, paymentReference, payee, txHash: null }),
      );
    }
  });
});

it('refuses an EVM payee by the form that Tron has, and creates nothing', async () => {
  const said = await post('/request', { ...terms(), payee: world.sandbox.payee.address });
  expect(said).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'payee', message: expect.stringContaining('Base58 form') }] },
  });
});
