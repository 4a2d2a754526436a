import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { PAID_LIST, PAID_RECEIPT, PAYMENT_ID } from '../../../tests/support/shown-receipts.ts';
import { testPayHost } from '../../../tests/support/test-pay-host.ts';

const TOKEN = '01K0000000000000000000TEST';
const HOSTILE = `</p><script>alert(1)</script>"'&\u202egnp.exe`;
const PAGE = `/receipt/?token=${TOKEN}`;

/** What the API answers of the receipts, of one of them as a file, and of a check. */
interface Said {
  readonly status: number;
  readonly list: unknown;
  readonly verified: readonly [number, unknown];
}

interface Called {
  readonly url: string;
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const VERIFIED = {
  isVerified: true,
  isFound: true,
  confirmations: 12,
  checkedAt: '2026-11-29T12:00:00.000Z',
  differences: [],
};
const USUAL: Said = { status: 200, list: PAID_LIST, verified: [200, VERIFIED] };

let said = USUAL;
let calls: Called[] = [];
let api: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  api = await startHttpServer(async (request, response) => {
    const { url = '', method = '', headers } = request;
    calls.push({ url, method, headers, body: await text(request) });
    const isCheck = url === '/v2/receipts/verify';
    const [status, body] = isCheck ? said.verified : [said.status, said.list];
    const isFile = url.endsWith('?format=pdf');
    response.writeHead(status, {
      'content-type': isFile ? 'application/pdf' : 'application/json',
      ...(status === 429 && { 'retry-after': '7' }),
    });
    response.end(isFile ? '%PDF-1.3' : JSON.stringify(body));
  });
});
afterAll(() => api[Symbol.asyncDispose]());

/** A call of the host, while the API says this. */
async function open(
  url: string,
  changes: Partial<Said> = {},
  form?: Readonly<Record<string, string>>,
) {
  said = { ...USUAL, ...changes };
  calls = [];
  const app = await testPayHost(api.url);
  const answer = await app.inject({
    url,
    method: form === undefined ? 'GET' : 'POST',
    ...(form && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  await app.close();
  return answer;
}

const PROOF = Object.fromEntries(
  Object.entries(PAID_RECEIPT.proof).map(([name, value]) => [name, String(value)]),
);
const check = (changes: Readonly<Record<string, string>> = {}, more: Partial<Said> = {}) =>
  open(PAGE, more, { payment: PAYMENT_ID, ...PROOF, ...changes });

describe('the page of receipts', () => {
  it.each([PAGE, `/receipt?token=${TOKEN}`])(
    'shows what was paid, to whom and by which transactions, without any script: %s',
    async (path) => {
      const { statusCode, headers, body } = await open(path);
      expect(statusCode).toBe(200);
      for (const shown of [
        '>12.5 USDC</h2>',
        'on Sepolia · 2026-11-29 11:58 UTC · final',
        'Requested by <bdi class="merchant-name">Blue Bottle &amp; Sons</bdi>',
        'Calls itself so, not verified.',
        '<bdi>INV-2026-77</bdi>',
        '<bdi>0.1 USDC</bdi>',
        PAID_RECEIPT.payee,
        PAID_RECEIPT.proof.transactionHash,
        PAID_RECEIPT.source.transactionHash,
        'href="https://sepolia.etherscan.io/tx/',
      ]) {
        expect(body).toContain(shown);
      }
      expect(body).not.toMatch(/<script|<style| style=| on[a-z]+="/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self'; style-src 'self'; ");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(calls).toMatchObject([
        {
          url: `/v2/secure-payments/${TOKEN}/receipts?limit=10`,
          headers: { 'x-client-id': 'cli_page', origin: 'https://pay.example.com' },
        },
      ]);
    },
  );

  it('lets no text of others become markup, nor reorder what is beside it', async () => {
    const receipt = { ...PAID_RECEIPT, reference: HOSTILE };
    const merchant = {
      displayName: HOSTILE,
      supportUrl: 'javascript:alert(1)',
      logoPath: '//x/y.png',
    };
    const { body } = await open(PAGE, { list: { ...PAID_LIST, merchant, receipts: [receipt] } });
    expect(body).toContain('&lt;/p&gt;&lt;script&gt;alert(1)');
    expect(body).not.toMatch(/<script|\u202e|href="javascript|\/\/x\/y/);
  });

  it('says that a website is verified in place of that nobody has checked the name', async () => {
    const merchant = { displayName: 'Corner shop', verifiedDomain: 'shop.example' };
    const { body } = await open(PAGE, { list: { ...PAID_LIST, merchant } });
    expect(body).toContain('Website <bdi>shop.example</bdi> · verified');
    expect(body).not.toContain('not verified');
  });

  it('offers no check of a receipt that hides its payee, and shows nothing that leads to it', async () => {
    const masked = {
      ...PAID_RECEIPT,
      payee: null,
      payerAddress: null,
      explorerUrl: null,
      proof: null,
      source: { ...PAID_RECEIPT.source, transactionHash: null },
    };
    const { body } = await open(PAGE, { list: { ...PAID_LIST, receipts: [masked] } });
    expect(body).toContain('12.5 USDC');
    expect(body).toContain('Hidden; the merchant has a receipt with it');
    expect(body).not.toMatch(/<form|Check it on the chain|verify|Proof on the chain/);
  });

  it('leads to earlier payments, and keeps the place over a check', async () => {
    const { body } = await open(PAGE, { list: { ...PAID_LIST, nextCursor: PAYMENT_ID } });
    expect(body).toContain(`href="/receipt/?token=${TOKEN}&amp;cursor=${PAYMENT_ID}"`);
    const next = await open(`${PAGE}&cursor=${PAYMENT_ID}`);
    expect(calls[0]?.url).toMatch(new RegExp(`&cursor=${PAYMENT_ID}$`));
    expect(next.body).toContain(`action="/receipt/?token=${TOKEN}&amp;cursor=${PAYMENT_ID}"`);
  });

  it.each([
    ['pending', 'has been paid with this link yet', true],
    ['expired', 'before it ended', false],
    ['invalidated', 'it was withdrawn', false],
    ['compliance_failed', 'can no longer be paid', false],
    ['completed', 'counted again', false],
    ['partially_settled', 'counted again', false],
  ])('says of a link without a payment that is %s why', async (status, words, isPayable) => {
    const { statusCode, body } = await open(PAGE, { list: { ...PAID_LIST, status, receipts: [] } });
    expect(statusCode).toBe(200);
    expect(body).toContain('<h2>No receipt</h2>');
    expect(body).toContain(words);
    expect(body.includes(`href="/?token=${TOKEN}"`)).toBe(isPayable);
  });

  it('says that a receipt is hidden where the link hides itself', async () => {
    const list = { ...PAID_LIST, isHidden: true, receipts: [] };
    const { body } = await open(PAGE, { list });
    expect(body).toContain('<h2>This receipt is hidden</h2>');
  });

  it.each([
    [404, 404, 'There is no such receipt'],
    [429, 429, 'Too many requests'],
    [503, 503, 'We cannot reach the payment service'],
    [500, 503, 'We cannot reach the payment service'],
  ])('is no receipt where the API answers %i', async (status, shown, title) => {
    const { statusCode, headers, body } = await open(PAGE, { status, list: {} });
    expect([statusCode, body.includes(title)]).toEqual([shown, true]);
    expect(headers['retry-after']).toBe({ 404: undefined, 429: '7', 503: '60' }[shown]);
  });

  it('is no receipt where the API answers something else', async () => {
    expect((await open(PAGE, { list: { receipts: [] } })).statusCode).toBe(503);
  });

  it.each(['/receipt/', `/receipt/?token=${'x'.repeat(65)}`, '/receipt/?token=a&token=b'])(
    'asks nothing of the API without a token: %s',
    async (path) => {
      expect((await open(path)).statusCode).toBe(404);
      expect(calls).toEqual([]);
    },
  );
});

describe('the check of a receipt', () => {
  it('sends the eight lines and no more, and says that the chain has them', async () => {
    const { statusCode, body } = await check({ extra: 'x' });
    expect(statusCode).toBe(200);
    const sent = calls.find(({ url }) => url === '/v2/receipts/verify');
    expect(JSON.parse(sent?.body ?? '')).toEqual(PAID_RECEIPT.proof);
    expect(sent).toMatchObject({ method: 'POST', headers: { 'x-client-id': 'cli_page' } });
    expect(body).toMatch(/class="checked sound" role="status" tabindex="-1" autofocus/);
    expect(body).toContain('confirmed by 12 blocks');
  });

  it('says what was changed, without believing any of it', async () => {
    const claimed = '1250<script>';
    const differences = [{ field: 'amount', claimed, onChain: '12.5' }];
    const found = { ...VERIFIED, isVerified: false, differences };
    const { body } = await check({ amount: claimed }, { verified: [200, found] });
    const sent = calls.find(({ url }) => url === '/v2/receipts/verify');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ amount: claimed });
    expect(body).toContain('The chain has something else');
    expect(body).toContain(
      'amount: the receipt says <code>1250&lt;script&gt;</code>, the chain has <code>12.5</code>',
    );
    expect(body).not.toContain('The chain has this payment');
  });

  it.each([
    [200, { ...VERIFIED, isVerified: false, isFound: false }, 'The chain has no such payment'],
    [400, { message: 'No node <b>' }, 'No node &lt;b&gt;'],
    [429, {}, 'too many requests'],
    [503, {}, 'no node answers now'],
    [200, {}, 'no node answers now'],
  ])('says so where the API answers %i %j', async (status, answer, words) => {
    const { statusCode, body } = await check({}, { verified: [status, answer] });
    expect([statusCode, body.includes(words)]).toEqual([200, true]);
    expect(body).not.toContain('The chain has this payment');
  });

  it('shows its result beside no other receipt', async () => {
    const { body } = await check({ payment: '01KC9V7N3E5GQ0X8R2JT6WZ4MB' });
    expect(body).not.toContain('class="checked');
  });

  it('refuses a form that is too long, and one that is none', async () => {
    expect((await check({ amount: '1'.repeat(5_000) })).statusCode).toBe(413);
    expect(calls).toEqual([]);
  });
});

describe('a receipt as a file', () => {
  it.each([
    ['pdf', 'application/pdf'],
    ['json', 'application/json'],
  ])('is handed on as the API made it: %s', async (format, type) => {
    const { statusCode, headers, body } = await open(
      `${PAGE}&payment=${PAYMENT_ID}&format=${format}`,
    );
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="receipt-${PAYMENT_ID}.${format}"`,
      'cache-control': 'no-store',
    });
    expect(body).toBe(format === 'pdf' ? '%PDF-1.3' : JSON.stringify(PAID_LIST));
    const path = `/v2/secure-payments/${TOKEN}/receipts/${PAYMENT_ID}?format=${format}`;
    expect(calls.map(({ url }) => url)).toEqual([path]);
  });

  it('is none where there is no such payment', async () => {
    const url = `${PAGE}&payment=${PAYMENT_ID}&format=pdf`;
    expect((await open(url, { status: 404 })).statusCode).toBe(404);
    const { statusCode, body } = await open(url, { status: 429 });
    expect(statusCode).toBe(429);
    // To choose a language leads to the page, and not to the file.
    expect(body).toContain(`href="${PAGE}&amp;lang=de"`);
    expect(body).not.toContain('format=pdf');
  });

  it('is asked for by an id alone', async () => {
    const url = `${PAGE}&payment=${encodeURIComponent('../../../v2/payments')}&format=pdf`;
    expect((await open(url)).statusCode).toBe(404);
    expect(calls).toEqual([]);
  });
});
