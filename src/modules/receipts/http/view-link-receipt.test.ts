import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  insertLink,
  type PayableLink,
  TEST_PAYEE,
} from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { textsOfPdf } from '../../../../tests/support/texts-of-pdf.ts';

const NOBODYS = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Paid = z.object({ receipts: z.array(z.object({ paymentId: z.string() })) });

/** Pays a link; the id of the payment. */
async function paymentOf(link: PayableLink): Promise<string> {
  const transactionHash = randomBytes(32);
  await insertReceived(host.ctx.db, link, { units: 12_500_000n, transactionHash });
  const row = await host.ctx.db
    .selectFrom('payment')
    .select('id')
    .where('request_id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  return row.id;
}

const view = (token: string, paymentId: string, headers?: Record<string, string>) =>
  host.get(`${token}/receipts/${paymentId}`, headers);

const pdf = (token: string, paymentId: string, lang = '') =>
  host.app.inject({
    url: `/v2/secure-payments/${token}/receipts/${paymentId}?format=pdf${lang}`,
    headers: { 'x-client-id': host.pageClientId, origin: PAGE },
  });

describe('200', () => {
  it('answers the receipt as it stands in the list', async () => {
    const link = await insertLink(host.ctx.db);
    const paymentId = await paymentOf(link);
    const { body } = await host.get(`${link.token}/receipts`);
    const [listed] = Paid.loose().parse(body).receipts;
    expect(listed?.paymentId).toBe(paymentId);
    expect(await view(link.token, paymentId)).toEqual({
      status: 200,
      body: z.object({ receipts: z.array(z.unknown()) }).parse(body).receipts[0],
      retryAfter: undefined,
    });
  });

  it('is a PDF without the name of the account', async () => {
    const link = await insertLink(host.ctx.db);
    const paymentId = await paymentOf(link);
    const { statusCode, headers, rawPayload } = await pdf(link.token, paymentId);
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="receipt-${paymentId}.pdf"`,
    ]);
    const texts = textsOfPdf(rawPayload);
    for (const text of ['12.5 USDC on Sepolia', TEST_PAYEE, 'paymentReference']) {
      expect(texts).toContain(text);
    }
    // What every account of the tests is called.
    expect(texts).not.toMatch(/Account|A shop/);
  });

  it('is a PDF in the language that is asked for', async () => {
    const link = await insertLink(host.ctx.db);
    const { rawPayload } = await pdf(link.token, await paymentOf(link), '&lang=it');
    expect(textsOfPdf(rawPayload)).toContain('12,5 USDC su Sepolia');
  });

  it('has no payee and no proof on paper either where the link masks its payee', async () => {
    const link = await insertLink(host.ctx.db, { hidesPayee: true, allowedPayers: [] });
    const paymentId = await paymentOf(link);
    const texts = textsOfPdf((await pdf(link.token, paymentId)).rawPayload);
    expect(texts).toContain('Hidden; the merchant has a receipt with it');
    expect(texts).not.toMatch(/0x[0-9a-fA-F]|transactionHash|Proof on the chain/);
  });
});

describe('400', () => {
  it.each(['?format=html', '?wallet=0x', '?format=pdf&lang=nl'])('for %s', async (query) => {
    const link = await insertLink(host.ctx.db);
    expect((await view(link.token, NOBODYS + query)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a client ID, and without the origin of its page', async () => {
    const { token } = await insertLink(host.ctx.db);
    expect((await view(token, NOBODYS, { origin: PAGE })).status).toBe(401);
    expect((await view(token, NOBODYS, { 'x-client-id': host.pageClientId })).status).toBe(401);
  });
});

describe('404', () => {
  it('alike for a payment of another link, one that is hidden, one that was taken back and none', async () => {
    const link = await insertLink(host.ctx.db);
    const other = await insertLink(host.ctx.db, { accountId: link.accountId });
    const hidden = await insertLink(host.ctx.db, { hidesUntilApproved: true, allowedPayers: [] });
    const undone = await paymentOf(link);
    await host.ctx.db
      .insertInto('payment_undo')
      .values({ payment_id: undone, undone_at: host.ctx.now() })
      .execute();
    const asked = [
      await view(link.token, await paymentOf(other)),
      await view(hidden.token, await paymentOf(hidden)),
      await view(link.token, undone),
      await view(link.token, NOBODYS),
      await view(link.token, 'nonsense'),
    ];
    for (const answer of asked) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
    }
  });

  it('for an unknown token', async () => {
    const body = { message: 'Token not found' };
    expect(await view(NOBODYS, NOBODYS)).toMatchObject({ status: 404, body });
  });
});
