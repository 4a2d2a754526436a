import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { testPayHost } from '../../../tests/support/test-pay-host.ts';
import { ensurePageBuild } from './build.ts';
import { shopOriginsOf } from './shop-origins.ts';

const TOKEN = '01K0000000000000000000TEST';
const SHOP = 'https://shop.example';
const VIEW = {
  paymentType: 'single',
  status: 'pending',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  network: 'base',
  amount: '12500000',
  paymentCurrency: 'USDC-base',
  merchant: { displayName: 'Blue Bottle & Sons' },
};

/** What the API answers of the link, and who may frame it. */
interface Said {
  readonly status: number;
  readonly body: unknown;
  readonly domains: number;
  readonly allowedDomains: readonly string[];
}

const build = await ensurePageBuild({ log: pino({ level: 'silent' }) });

const said: Said = { status: 200, body: VIEW, domains: 200, allowedDomains: [SHOP] };
let asked: string[] = [];
const api = await startHttpServer(({ url = '' }, response) => {
  asked.push(url);
  const { status, body, domains, allowedDomains } = said;
  const isEmbedding = url.endsWith('/embedding');
  response.writeHead(isEmbedding ? domains : status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isEmbedding ? { allowedDomains, isWalletConnected: false } : body));
});
afterAll(() => api[Symbol.asyncDispose]());

/** What the host answers, by its headers, while the API says this. */
async function open(url: string, changes: Partial<Said> = {}) {
  Object.assign(said, { status: 200, body: VIEW, domains: 200, allowedDomains: [SHOP] }, changes);
  asked = [];
  const app = await testPayHost(api.url);
  const { headers, body, statusCode } = await app.inject(url);
  await app.close();
  const policy = String(headers['content-security-policy']);
  return {
    statusCode,
    headers,
    body,
    policy,
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    option: headers['x-frame-options'],
  };
}

const EMBED = `/embed/?token=${TOKEN}`;
const NOBODY = { ancestors: "'none'", option: 'DENY' };

describe('the frame', () => {
  it.each([EMBED, `/embed?token=${TOKEN}`])(
    'shows who asks for how much, and leads to the pay page outside of it: %s',
    async (path) => {
      const { statusCode, body, policy } = await open(path);
      expect(statusCode).toBe(200);
      expect(body).toContain('Blue Bottle &amp; Sons');
      expect(body).toContain('12.50');
      expect(body).toMatch(
        new RegExp(`<a[^>]* href="/\\?token=${TOKEN}" target="_blank" rel="noopener noreferrer"`),
      );
      expect(policy).toMatch(/; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self'; /);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    },
  );

  it('may be framed by the shops of the client ID, and by nobody else', async () => {
    const allowedDomains = [SHOP, 'https://www.shop.example:8443'];
    expect(await open(EMBED, { allowedDomains })).toMatchObject({
      ancestors: allowedDomains.join(' '),
      option: undefined,
    });
  });

  it.each([
    ['has expired', 403, { status: 'expired' }, 403],
    ['was withdrawn', 403, { status: 'invalidated' }, 403],
    ['was paid', 409, { status: 'completed', requestStatuses: [] }, 200],
    ['cannot be read', 500, {}, 503],
  ])('may be framed too where its link %s', async (...row) => {
    const [, status, body, statusCode] = row;
    expect(await open(EMBED, { status, body })).toMatchObject({ statusCode, ancestors: SHOP });
  });

  it.each([
    ['the client ID lists none', { allowedDomains: [] }],
    ['the API does not say whose it is', { domains: 500 }],
    ['nobody knows the link', { status: 404, domains: 404 }],
  ])('may be framed by nobody where %s', async (_, changes) => {
    expect(await open(EMBED, changes)).toMatchObject(NOBODY);
  });

  it.each(['/embed/', `/embed/?token=${'x'.repeat(65)}`, '/embed/?token=a&token=b'])(
    'asks nothing of the API without a token: %s',
    async (path) => {
      expect(await open(path)).toMatchObject({ statusCode: 404, ...NOBODY });
      expect(asked).toEqual([]);
    },
  );

  it('keeps a hostile token to one part of the path', async () => {
    await open('/embed/?token=..%2F..%2Fv1%2Fwebhook');
    const path = '/v2/secure-payments/..%2F..%2Fv1%2Fwebhook';
    expect(asked.sort()).toEqual([path, `${path}/embedding`]);
  });
});

describe('florin.js', () => {
  it('may be loaded by any page, and is kept for a while', async () => {
    const { statusCode, headers, body } = await open('/florin.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=600',
    });
    expect(body).not.toContain('import');
  });

  it('is the only script that other pages may load', async () => {
    const { headers } = await open(build.script);
    expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

it('the pay page itself may be framed by no shop', async () => {
  expect(await open(`/?token=${TOKEN}`)).toMatchObject(NOBODY);
});

describe('the origins of shops', () => {
  const of = (domains: unknown, mode: 'sandbox' | 'production' = 'production') =>
    shopOriginsOf({ status: 200, body: { allowedDomains: domains } }, mode);

  it('are exact hosts with HTTPS', () => {
    expect(of([SHOP, 'https://xn--bcher-kva.example', 'https://10.0.0.1:8443'])).toHaveLength(3);
  });

  it.each([
    'http://shop.example',
    'http://localhost:3000',
    'https://*.shop.example',
    'https://*',
    'https:',
    'https://[::1]',
    'http://[::1]:3000',
    "https://shop.example; script-src 'unsafe-inline'",
    "https://shop.example 'self'",
    'https://shop.example,https://other.example',
    'https://shop.example\r\nx-frame-options: none',
    'https://shop.example\n',
    'https://shop.example/path',
    'https://user@shop.example',
    'data:',
    "'self'",
    '*',
    '',
    null,
    7,
  ])('are never %j', (domain) => {
    expect(of([domain])).toEqual([]);
  });

  it('are on this machine in the sandbox only', () => {
    const local = ['http://localhost:3000', 'http://127.0.0.1:3000'];
    expect(of([...local, 'http://[::1]:3000', 'http://shop.example'], 'sandbox')).toEqual(local);
    expect(of(local)).toEqual([]);
  });

  it.each([undefined, null, 'https://shop.example', { 0: SHOP, length: 1 }])(
    'are none where the API says %j',
    (domains) => {
      expect(of(domains)).toEqual([]);
    },
  );
});
