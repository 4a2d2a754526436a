import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink } from './payable-link.ts';
import { PAGE, type PayerHost, payerHost } from './payer-host.ts';
import { insertReceived } from './received.ts';

const WALLET = '0x2222222222222222222222222222222222222222';

type Send = (
  token: string,
  query?: string,
  headers?: Readonly<Record<string, string>>,
) => ReturnType<PayerHost['get']>;

/**
 * What both of the payer's reads refuse alike, and how: a suite of its own, with a host of its own.
 * `suffix` is what follows the token in the path.
 */
export function describePayerRefusals(suffix: '' | '/pay'): void {
  let host: PayerHost;
  beforeAll(async () => {
    host = await payerHost();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  const send: Send = (token, query = '', headers) => host.get(`${token}${suffix}${query}`, headers);

  refuseBadQueries(send, () => host);
  refuseUnrelated(send, () => host);
  refuseClosedLinks(send, () => host);
  refuseUnknownLinks(send);
  refusePaidLinks(send, () => host);
}

function refuseBadQueries(send: Send, host: () => PayerHost): void {
  describe('400', () => {
    it.each([
      ['a chain without a token', '?chain=BASE', 'chain and token must be sent together'],
      [
        'an unknown chain',
        '?chain=SEPOLIA&token=USDC',
        "chain: Invalid enum value. Expected 'ETHEREUM' | ",
      ],
      [
        'an unknown token',
        '?chain=BASE&token=DAI',
        "token: Invalid enum value. Expected 'USDC' | 'USDT' | 'EURC' | 'USDT0', received 'DAI'",
      ],
      ['a balance holder alone', `?eoaWallet=${WALLET}`, 'must be sent together with wallet'],
      [
        'a balance holder of a multisig',
        `?isSafe=true&wallet=${WALLET}&eoaWallet=${WALLET}`,
        'exclude each other',
      ],
      ['a balance holder that is none', `?wallet=${WALLET}&eoaWallet=me`, 'eoaWallet must be'],
      ['a Safe without its wallet', '?isSafe=true', 'must be sent together with wallet'],
      [
        'no truth value',
        '?isSafe=yes',
        "isSafe: Invalid enum value. Expected 'true' | 'false', received 'yes'",
      ],
      ['no address', '?wallet=me', 'wallet must be'],
      ['an unknown parameter', '?walet=x', 'walet'],
      ['a parameter twice', `?wallet=${WALLET}&wallet=${WALLET}`, 'wallet'],
    ])('for %s', async (_, query, text) => {
      const { token } = await insertLink(host().ctx.db);
      const { status, body } = await send(token, query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ statusCode: 400, message: expect.stringContaining(text) });
    });
  });
}

function refuseUnrelated(send: Send, host: () => PayerHost): void {
  describe('401', () => {
    it.each([
      ['no client ID', { origin: PAGE }],
      ['an unknown client ID', { 'x-client-id': 'cli_unknown', origin: PAGE }],
      ['an API key alone', { 'x-api-key': 'florin_sandbox_nonsense', origin: PAGE }],
    ])('for %s', async (_, headers: Record<string, string>) => {
      const { token } = await insertLink(host().ctx.db);
      expect(await send(token, '', headers)).toMatchObject({
        status: 401,
        body: { statusCode: 401 },
      });
    });
  });
}

function refuseClosedLinks(send: Send, host: () => PayerHost): void {
  describe('403', () => {
    it.each(['expired', 'invalidated', 'compliance_failed'])(
      'for a link that is %s',
      async (is) => {
        const { token } = await insertLink(host().ctx.db, { status: is });
        const { status, body } = await send(token);
        expect(status).toBe(403);
        expect(body).toMatchObject({
          statusCode: 403,
          message: 'Secure payment token expired or invalid status',
          error: 'Forbidden',
          code: `secure_payment_${is}`,
          status: is,
        });
      },
    );

    it('for an origin that the client ID does not list', async () => {
      const { token } = await insertLink(host().ctx.db);
      const headers = { 'x-client-id': host().pageClientId, origin: 'https://evil.example' };
      expect((await send(token, '', headers)).status).toBe(403);
    });
  });
}

function refuseUnknownLinks(send: Send): void {
  describe('404', () => {
    it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense', '..%2f', "'"])(
      'for a token that names no link: %s',
      async (token) => {
        const { status, body } = await send(token);
        expect(status).toBe(404);
        expect(body).toMatchObject({ code: 'secure_payment_not_found', error: 'Not Found' });
      },
    );
  });
}

function refusePaidLinks(send: Send, host: () => PayerHost): void {
  describe('409', () => {
    it('for a link that was paid, with the documented members', async () => {
      const link = await insertLink(host().ctx.db, { status: 'completed' });
      const paid = { units: link.expectedUnits, transactionHash: Buffer.alloc(32, 7) };
      await insertReceived(host().ctx.db, link, paid);
      const { status, body } = await send(link.token);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        statusCode: 409,
        message: 'Secure payment has already been completed',
        error: 'Conflict',
        code: 'secure_payment_completed',
        status: 'completed',
        branding: null,
        requestStatuses: [
          { requestId: link.requestId, hasBeenPaid: true, txHash: `0x${'07'.repeat(32)}` },
        ],
      });
    });
  });
}
