import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { removeMerchantProfile, setMerchantProfile } from '#modules/merchant-profiles/index.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';
import { textsOfPdf } from '../../../../tests/support/texts-of-pdf.ts';

const HOSTILE = `</style><script>alert(1)</script>"'&\u202egnp.exe`;

let host: RequestsHost;
let owner: Asker;
let paymentReference: unknown;
let id: string;
let hash: string;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
  const requestId = await host.send(owner, { reference: HOSTILE });
  hash = await host.receive(requestId, {
    units: 12_500_000n,
    at: new Date('2026-01-02T03:04:05.000Z'),
    fee: { units: 100_000n, address: '0x3333333333333333333333333333333333333333' },
  });
  id = await paymentOf(requestId, owner.key);
  const { body } = await host.call('GET', `/v2/request/${requestId}`, { headers: owner.key });
  paymentReference = body['paymentReference'];
});
afterAll(() => host[Symbol.asyncDispose]());

/** The id of the only payment of a request. */
async function paymentOf(requestId: string, headers: Asker['key']): Promise<string> {
  const { body } = await host.call('GET', `/v2/request/${requestId}`, { headers });
  const { payments } = z.object({ payments: z.array(z.object({ id: z.string() })) }).parse(body);
  return payments[0]?.id ?? '';
}

const pathOf = (paymentId: string, format?: string) =>
  `/v2/payments/${paymentId}/receipt${format === undefined ? '' : `?format=${format}`}`;
const read = (paymentId: string, headers: Asker['key']) =>
  host.call('GET', pathOf(paymentId), { headers });
const fileOf = (format: string) =>
  host.app.inject({ method: 'GET', url: pathOf(id, format), headers: owner.key });

describe('200', () => {
  it('answers what was paid, by whom, and what proves it', async () => {
    expect(await read(id, owner.key)).toEqual({
      status: 200,
      body: {
        paymentId: id,
        mode: 'sandbox',
        account: expect.any(String),
        merchant: null,
        issuedAt: expect.any(String),
        requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
        reference: HOSTILE,
        paidAt: '2026-01-02T03:04:05.000Z',
        received: { amount: '12.5', currency: 'USDC-sepolia' },
        invoiced: null,
        paid: { amount: '12.6', currency: 'USDC-sepolia' },
        fees: [
          {
            amount: '0.1',
            currency: 'USDC-sepolia',
            feeType: 'platform_fee',
            receiverAddress: '0x3333333333333333333333333333333333333333',
          },
        ],
        payerAddress: PAYER,
        payee: PAYEE,
        source: null,
        isFinal: false,
        explorerUrl: null,
        proof: {
          network: 'sepolia',
          blockNumber: expect.any(Number),
          transactionHash: hash,
          logIndex: 0,
          paymentReference,
          payee: PAYEE,
          currency: 'USDC-sepolia',
          amount: '12.5',
        },
      },
    });
  });

  it('counts what was converted for the invoice', async () => {
    const requestId = await host.send(owner, { invoiceCurrency: 'EUR', amount: '10' });
    await host.receive(requestId, { units: 10n ** 9n, tokenUnits: 11_000_000n });
    expect((await read(await paymentOf(requestId, owner.key), owner.key)).body).toMatchObject({
      received: { amount: '11', currency: 'USDC-sepolia' },
      invoiced: { amount: '10', currency: 'EUR' },
      proof: { amount: '11' },
    });
  });

  it('is a page in which nothing of others runs, hides or reorders what is beside it', async () => {
    const { statusCode, headers, body } = await fileOf('html');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).toMatch(/sandbox$/);
    expect(body).toContain(
      '<bdi>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;',
    );
    expect(body).not.toMatch(/<script|\u202e/);
    expect(body).toContain('Sandbox: no real money moved.');
    for (const text of [hash, PAYEE, PAYER, '12.5 USDC on Sepolia', '2026-01-02 03:04:05 UTC']) {
      expect(body).toContain(text);
    }
  });

  it('is a PDF with the same lines, and says where its fonts lack characters', async () => {
    const { statusCode, headers, rawPayload } = await fileOf('pdf');
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="receipt-${id}.pdf"`,
    ]);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const texts = textsOfPdf(rawPayload);
    for (const text of [
      'Payment receipt',
      '12.5 USDC on Sepolia',
      PAYEE,
      PAYER,
      'lack are shown',
    ]) {
      expect(texts).toContain(text);
    }
    // It takes several lines.
    expect(texts.replaceAll('\n', '')).toContain(hash);
  });

  it('has the name of the merchant in all forms, and says that nobody has checked it', async () => {
    const { accountId } = owner;
    const merchant = { displayName: 'Corner shop', supportUrl: 'mailto:help@shop.example' };
    await setMerchantProfile(host.ctx, { accountId, ...merchant });
    expect((await read(id, owner.key)).body).toMatchObject({ merchant });
    const texts = [(await fileOf('html')).body, textsOfPdf((await fileOf('pdf')).rawPayload)];
    for (const text of texts) {
      // A line of the PDF ends where its column does.
      const lines = text.replaceAll(/\s+/g, ' ');
      expect(lines).toMatch(/Corner shop . calls itself so, not verified/);
      expect(lines).toContain('help@shop.example');
    }
    await removeMerchantProfile(host.ctx, { accountId });
    expect((await fileOf('html')).body).toContain('<bdi>Gave no name</bdi>');
  });

  it('names the website whose domain is proven, in place of that nobody has checked the name', async () => {
    const { accountId } = owner;
    await setMerchantProfile(host.ctx, { accountId, displayName: 'Corner shop' });
    const at = host.ctx.now();
    await host.ctx.db
      .updateTable('merchant_profile')
      .set({
        website_domain: 'shop.example',
        website_token: 'a1',
        website_set_at: at,
        website_verified_at: at,
      })
      .where('account_id', '=', accountId)
      .execute();
    const merchant = { displayName: 'Corner shop', verifiedDomain: 'shop.example' };
    expect((await read(id, owner.key)).body).toMatchObject({ merchant });
    for (const text of [
      (await fileOf('html')).body,
      textsOfPdf((await fileOf('pdf')).rawPayload),
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(/shop\.example . verified/);
      expect(text).not.toContain('calls itself so');
    }
    await removeMerchantProfile(host.ctx, { accountId });
  });

  it('has the name of the client ID that made the request', async () => {
    const { accountId } = owner;
    const { headers } = await host.clientOf(owner);
    const clientId = headers['x-client-id'];
    await setMerchantProfile(host.ctx, { accountId, clientId, displayName: 'Web shop' });
    const requestId = await host.send(owner, {}, headers);
    await host.receive(requestId, { units: 12_500_000n });
    const paid = await paymentOf(requestId, owner.key);
    expect((await read(paid, owner.key)).body).toMatchObject({
      merchant: { displayName: 'Web shop' },
    });
  });

  it('is a page and a PDF in the language that is asked for, and the same JSON in each', async () => {
    const german = await fileOf('html&lang=de');
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('12,5 USDC auf Sepolia');
    const paper = textsOfPdf((await fileOf('pdf&lang=de')).rawPayload);
    expect(paper).toContain('12,5 USDC auf Sepolia');
    expect((await fileOf('html&lang=ar')).body).toContain('<html lang="ar" dir="rtl">');
    expect(textsOfPdf((await fileOf('pdf&lang=ar')).rawPayload)).toContain('Payment receipt');
    const json = (await fileOf('json&lang=ja')).json();
    const { body } = await read(id, owner.key);
    expect(json).toEqual({ ...body, issuedAt: json.issuedAt });
  });

  it('is in English without a language, whatever the caller accepts', async () => {
    const headers = { ...owner.key, 'accept-language': 'de' };
    const { body } = await host.app.inject({ url: pathOf(id, 'html'), headers });
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('<bdi>12.5 USDC on Sepolia</bdi>');
  });

  it('is open to who signed in', async () => {
    const session = await signedIn(host.ctx.db, owner);
    expect((await read(id, session)).status).toBe(200);
  });
});

describe('400', () => {
  it('for a form that is none', async () => {
    expect((await fileOf('xml')).statusCode).toBe(400);
  });

  it.each(['nl', 'de-CH', 'DE', '', 'en&lang=de'])('for the language %j', async (lang) => {
    const answer = await fileOf(`html&lang=${lang}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_request', errors: [{ field: 'lang' }] },
    ]);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect((await read(id, {})).status).toBe(401);
  });
});

describe('404', () => {
  it('alike for what is another account’s, unknown, no id, and for what a chain took back', async () => {
    const other = await host.asker();
    const requestId = await host.send(other);
    await host.receive(requestId, { units: 12_500_000n });
    const undone = await paymentOf(requestId, other.key);
    expect((await read(undone, other.key)).status).toBe(200);
    await host.undo(requestId);
    const asked = [
      await read(id, other.key),
      await read(undone, other.key),
      await read('01KC9V3GJ0T5W8XQ2ZB7MH4RYN', owner.key),
      await read('nonsense', owner.key),
    ];
    for (const answer of asked) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
    }
  });
});
