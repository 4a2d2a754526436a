import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexOf } from '#kit/hex.ts';
import { setMerchantProfile } from '#modules/merchant-profiles/index.ts';
import { recordPaymentSource } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/database.ts';
import {
  insertLink,
  type PayableLink,
  TEST_PAYEE,
} from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';

const PAYER = '0x2222222222222222222222222222222222222222';
const NOBODYS = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const read = (token: string, query = '', headers?: Record<string, string>) =>
  host.get(`${token}/receipts${query}`, headers);

/** Pays a part of a link; the hash of its transaction. */
async function pay(
  link: PayableLink,
  parts: Partial<Parameters<typeof insertReceived>[2]> = {},
): Promise<string> {
  const transactionHash = randomBytes(32);
  await insertReceived(host.ctx.db, link, { units: 5_000_000n, transactionHash, ...parts });
  return hexOf(transactionHash);
}

describe('200', () => {
  it('lists what was paid and counts, newest first, with what proves it and not the name of the account', async () => {
    const link = await insertLink(host.ctx.db);
    const fee = { units: 100_000n, address: '0x3333333333333333333333333333333333333333' };
    const hashes = [await pay(link, { fee }), await pay(link, { units: 7_500_000n })];
    await pay(link, { seen: true });
    await pay(link, { undone: true });
    const { status, body } = await read(link.token);
    expect(status).toBe(200);
    const shared = {
      mode: 'sandbox',
      merchant: null,
      issuedAt: TEST_TIME.toISOString(),
      requestId: link.requestId,
      reference: null,
      paidAt: TEST_TIME.toISOString(),
      invoiced: null,
      payerAddress: PAYER,
      payee: TEST_PAYEE,
      source: null,
      isFinal: false,
      explorerUrl: null,
    };
    const proofOf = (transactionHash: string | undefined, amount: string) => ({
      network: 'sepolia',
      blockNumber: 1,
      transactionHash,
      logIndex: 0,
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      payee: TEST_PAYEE,
      currency: 'USDC-sepolia',
      amount,
    });
    const money = (amount: string) => ({ amount, currency: 'USDC-sepolia' });
    expect(body).toEqual({
      status: 'pending',
      merchant: null,
      isHidden: false,
      receipts: [
        {
          ...shared,
          paymentId: expect.any(String),
          received: money('7.5'),
          paid: money('7.5'),
          fees: [],
          proof: proofOf(hashes[1], '7.5'),
        },
        {
          ...shared,
          paymentId: expect.any(String),
          received: money('5'),
          paid: money('5.1'),
          fees: [{ ...money('0.1'), feeType: 'platform_fee', receiverAddress: fee.address }],
          proof: proofOf(hashes[0], '5'),
        },
      ],
      nextCursor: null,
    });
  });

  it('has the hashes of both networks of a payment from another one', async () => {
    const link = await insertLink(host.ctx.db);
    const transactionHash = randomBytes(32);
    await pay(link, { transactionHash });
    const sourceTransactionHash = hexOf(randomBytes(32));
    await transact(host.ctx, (ctx) =>
      recordPaymentSource(ctx, {
        accountId: link.accountId,
        requestRowId: link.requestRowId,
        network: 'sepolia',
        transactionHash: hexOf(transactionHash),
        sourceNetwork: 'arbitrum-one',
        sourceTransactionHash,
        units: 5_100_000n,
        tokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      }),
    );
    expect((await read(link.token)).body).toMatchObject({
      receipts: [
        {
          source: { network: 'arbitrum-one', transactionHash: sourceTransactionHash },
          proof: { network: 'sepolia', transactionHash: hexOf(transactionHash) },
          paid: { amount: '5.1', currency: 'USDC-arbitrum-one' },
        },
      ],
    });
  });

  it.each([
    ['was never paid', {}],
    ['was seen and waits', { seen: true }],
    ['was taken back by a reorganised chain', { undone: true }],
  ])('is empty for what %s', async (_, parts) => {
    const link = await insertLink(host.ctx.db);
    if (Object.keys(parts).length > 0) await pay(link, parts);
    expect((await read(link.token)).body).toMatchObject({ receipts: [], nextCursor: null });
  });

  it.each([
    ['completed', {}, 'completed'],
    ['invalidated', {}, 'invalidated'],
    ['pending', { expiresAt: TEST_TIME }, 'expired'],
  ])('says where a link stands that is %s', async (status, more, shown) => {
    const link = await insertLink(host.ctx.db, { status, ...more });
    expect((await read(link.token)).body).toMatchObject({ status: shown });
  });

  it('has nothing of a link that masks its payee by which the chain would show it', async () => {
    const link = await insertLink(host.ctx.db, { hidesPayee: true, allowedPayers: [PAYER] });
    const hash = await pay(link);
    const { body } = await read(link.token);
    expect(body).toMatchObject({
      isHidden: false,
      receipts: [
        {
          received: { amount: '5', currency: 'USDC-sepolia' },
          payee: null,
          payerAddress: null,
          explorerUrl: null,
          proof: null,
        },
      ],
    });
    const text = JSON.stringify(body).toLowerCase();
    for (const secret of [TEST_PAYEE, PAYER, hash]) expect(text).not.toContain(secret.slice(2));
  });

  it('has nothing of a link that hides itself, but that it does', async () => {
    const link = await insertLink(host.ctx.db, { hidesUntilApproved: true, allowedPayers: [] });
    await pay(link);
    expect((await read(link.token)).body).toMatchObject({
      isHidden: true,
      receipts: [],
      nextCursor: null,
    });
  });

  it('lists the payments of all links of a bundle but of those that hide themselves', async () => {
    const links = await insertPayouts(host.ctx, [
      {},
      { currencyId: 'USDC-base' },
      { hidesUntilApproved: true, allowedPayers: [] },
    ]);
    const [first, second, third] = links;
    if (!first || !second || !third) throw new Error('three were made');
    const { token } = await newBundle(host.ctx, links);
    const paid = [
      await pay(first),
      await pay(second, { paidIn: { network: 'base', currencyId: 'USDC-base' } }),
    ];
    const hidden = await pay(third);
    const { body } = await read(token);
    expect(body).toMatchObject({
      isHidden: true,
      receipts: [
        { proof: { network: 'base', transactionHash: paid[1] } },
        { proof: { network: 'sepolia', transactionHash: paid[0] } },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(hidden);
  });

  it('names the merchant as the pay page does', async () => {
    const link = await insertLink(host.ctx.db);
    const merchant = { displayName: 'Corner shop', supportUrl: 'https://shop.example/help' };
    await setMerchantProfile(host.ctx, { accountId: link.accountId, ...merchant });
    await pay(link);
    expect((await read(link.token)).body).toMatchObject({ merchant, receipts: [{ merchant }] });
  });

  it('goes on where the page before ended', async () => {
    const link = await insertLink(host.ctx.db);
    const paid = [await pay(link), await pay(link), await pay(link)];
    const found: unknown[] = [];
    let query = '?limit=2';
    for (let pages = 0; pages < 2; pages += 1) {
      const { body } = await read(link.token, query);
      found.push(body['receipts']);
      query = `?limit=2&cursor=${String(body['nextCursor'])}`;
      if (pages === 1) expect(body['nextCursor']).toBeNull();
    }
    expect(found.flat()).toMatchObject(
      paid.toReversed().map((transactionHash) => ({ proof: { transactionHash } })),
    );
  });
});

describe('400', () => {
  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=x', '?wallet=0x', `?cursor=${NOBODYS}`])(
    'for %s',
    async (query) => {
      const { token } = await insertLink(host.ctx.db);
      expect((await read(token, query)).status).toBe(400);
    },
  );

  it('for a payment of another link as cursor', async () => {
    const [link, other] = [await insertLink(host.ctx.db), await insertLink(host.ctx.db)];
    await pay(other);
    await pay(other);
    const { body } = await read(other.token, '?limit=1');
    const query = `?cursor=${String(body['nextCursor'])}`;
    expect((await read(link.token, query)).status).toBe(400);
  });
});

describe('401', () => {
  it.each([
    ['no client ID', { origin: PAGE }],
    ['an unknown client ID', { 'x-client-id': 'cli_nobody', origin: PAGE }],
  ])('for %s', async (_, headers) => {
    const { token } = await insertLink(host.ctx.db);
    expect((await read(token, '', headers)).status).toBe(401);
  });

  it('for a client ID without its origin', async () => {
    const { token } = await insertLink(host.ctx.db);
    expect((await read(token, '', { 'x-client-id': host.pageClientId })).status).toBe(401);
  });
});

describe('404', () => {
  it.each([NOBODYS, 'nonsense'])('for the token %s', async (token) => {
    const body = { message: 'Token not found' };
    expect(await read(token)).toMatchObject({ status: 404, body });
  });
});
