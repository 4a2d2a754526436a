import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { SIMPLE_7702_ACCOUNT } from '#catalog/accounts.ts';
import { TEST_ACCOUNTS, TEST_SAFE, TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';
import { policyHashes } from '../../../tests/support/policy-hashes.ts';
import { ensurePageBuild } from './build.ts';
import { createPayHost, type PayHostParts } from './pay-host.ts';

const TOKEN = '01K0000000000000000000TEST';

const log = pino({ level: 'silent' });
const build = await ensurePageBuild({ log });
function partsFor(changes: Partial<PayHostParts> = {}): PayHostParts {
  return {
    mode: 'sandbox',
    build,
    payUrl: 'http://127.0.0.1:9',
    apiUrl: 'http://127.0.0.1:9',
    authUrl: 'http://127.0.0.1:10',
    clientId: 'cli_page',
    trustedProxies: [],
    rpcUrls: new Map(),
    log,
    ...changes,
  };
}

/** A server that answers everything with one JSON text and records its requests. */
async function startListener(answer: string) {
  const asked: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      asked.push({ url, headers, body: Buffer.concat(chunks).toString() });
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

describe('the page', () => {
  it('carries the strictest headers', async () => {
    const app = await createPayHost(partsFor());
    const { headers, statusCode, body } = await app.inject('/');
    expect(statusCode).toBe(200);
    const [scripts, styles] = [policyHashes(body, 'script'), policyHashes(body, 'style')];
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self' ${scripts}; style-src 'self' ${styles}; img-src 'self' data:; connect-src 'self' http://127.0.0.1:9; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    await app.close();
  });

  it('may call the relay of WalletConnect where that is switched on, and hands the page what it needs', async () => {
    const projectId = '0123456789abcdef0123456789abcdef';
    const walletConnect = { projectId, relayUrl: 'wss://relay.example' };
    for (const [mode, nodes] of [
      ['sandbox', ''],
      ['production', ' https://rpc.walletconnect.org'],
    ] as const) {
      const app = await createPayHost(partsFor({ mode, walletConnect }));
      const { headers, body } = await app.inject('/');
      expect(headers['content-security-policy']).toContain(
        `; connect-src 'self' http://127.0.0.1:9 wss://relay.example${nodes}; form-action`,
      );
      expect(body).toContain(projectId);
      const lost = await app.inject({ url: '/nowhere', headers: { accept: 'text/html' } });
      expect(lost.headers['content-security-policy']).not.toContain('wss:');
      await app.close();
    }
  });

  it('is remembered as HTTPS only where it is served so, in every answer of its host', async () => {
    const paths = ['/', `/?token=${TOKEN}`, '/nowhere', '/healthz', '/robots.txt'];
    const app = await createPayHost(partsFor({ payUrl: 'https://pay.example' }));
    const plain = await createPayHost(partsFor({ payUrl: 'http://pay.example' }));
    for (const path of paths) {
      const { headers } = await app.inject(path);
      expect(headers['strict-transport-security'], path).toBe(
        'max-age=63072000; includeSubDomains',
      );
      expect((await plain.inject(path)).headers['strict-transport-security'], path).toBeUndefined();
    }
    await Promise.all([app.close(), plain.close()]);
  });

  it('sends the API the payer’s address where a trusted proxy names a port', async () => {
    await using api = await startListener('{}');
    const app = await createPayHost(partsFor({ apiUrl: api.url, trustedProxies: ['10.9.9.9'] }));
    const headers = { 'x-forwarded-for': '203.0.113.7:4711' };
    await app.inject({ url: `/?token=${TOKEN}`, headers, remoteAddress: '10.9.9.9' });
    expect(api.asked[0]?.headers['x-forwarded-for']).toBe('203.0.113.7');
    await app.close();
  });

  it('shows a person at a wrong address the form of a link, and answers a program 404', async () => {
    const app = await createPayHost(partsFor());
    const person = await app.inject({ url: '/pay/01K0', headers: { accept: 'text/html,*/*' } });
    expect(person.statusCode).toBe(404);
    expect(person.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(person.body).toContain('No payment link');
    const program = await app.inject({ url: '/pay/01K0' });
    expect(program.json()).toEqual({
      statusCode: 404,
      message: 'Nothing is here',
      error: 'Not Found',
    });
    await app.close();
  });

  it('calls the API as any client does, and sends it the payer’s address', async () => {
    await using api = await startListener('{}');
    const app = await createPayHost(partsFor({ apiUrl: api.url, payUrl: 'https://pay.example' }));
    const answer = await app.inject({ url: `/?token=${TOKEN}`, remoteAddress: '203.0.113.7' });
    expect(api.asked[0]?.url).toBe(`/v2/secure-payments/${TOKEN}`);
    expect(api.asked[0]?.headers).toMatchObject({
      origin: 'https://pay.example',
      'x-client-id': 'cli_page',
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': answer.headers['x-request-id'],
    });
    await app.close();
  });

  it('allows the brand’s own style by its hash, and no other', async () => {
    const branding = { id: 'b', logoPath: '/branding/a.png', primaryActionColor: '#7c3aed' };
    await using api = await startListener(JSON.stringify({ branding }));
    const app = await createPayHost(partsFor({ apiUrl: api.url }));
    const { body, headers } = await app.inject(`/?token=${TOKEN}`);
    expect(body).toMatch(/<style>[^<]*--accent:#7c3aed/);
    const allowed = `style-src 'self' ${policyHashes(body, 'style')};`;
    expect(headers['content-security-policy']).toContain(allowed);
    expect(body).toContain('<img class="logo" src="/branding/a.png"');
    await app.close();
  });

  it('is rendered with 503 while the API is unreachable', async () => {
    const app = await createPayHost(partsFor());
    const answer = await app.inject(`/?token=${TOKEN}`);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('We cannot reach the payment service');
    await app.close();
  });

  it('does not query for what cannot be a token, nor repeat it as markup', async () => {
    await using api = await startListener('{}');
    const app = await createPayHost(partsFor({ apiUrl: api.url }));
    const long = await app.inject(`/?token=${'A'.repeat(65)}`);
    expect(long.statusCode).toBe(404);
    expect(api.asked).toEqual([]);
    const marked = await app.inject('/?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(marked.body).not.toContain('<script>alert');
    const twice = await app.inject('/?token=a&token=b');
    expect(twice.body).toContain('No payment link');
    await app.close();
  });

  it('hands the test wallets out in the sandbox only, the Safe where its service runs', async () => {
    const safes = new Map([['base', 'http://127.0.0.1:9']] as const);
    const bodyOf = async (changes: Partial<PayHostParts>) => {
      const app = await createPayHost(partsFor(changes));
      const { body } = await app.inject('/');
      await app.close();
      return body;
    };
    expect(await bodyOf({})).not.toContain(TEST_SAFE.address);
    const sandbox = await bodyOf({ safes });
    for (const { privateKey } of [TEST_ACCOUNTS.payer, ...TEST_SAFE.owners]) {
      expect(sandbox).toContain(privateKey);
    }
    for (const known of [TEST_SAFE.address, TEST_SMART_ACCOUNT.address, SIMPLE_7702_ACCOUNT]) {
      expect(sandbox).toContain(known);
    }
    const production = await bodyOf({ mode: 'production', safes });
    expect(production).not.toMatch(/testWallet|privateKey/);
    expect(production).not.toContain(TEST_SAFE.address);
    expect(production).not.toContain(TEST_SMART_ACCOUNT.address);
  });

  it('is served with files that may be kept for good, packed for those who can unpack', async () => {
    const app = await createPayHost(partsFor());
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await app.inject('/')).body)?.[1] ?? '';
    const packed = await app.inject({ url: script, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const plain = await app.inject(script);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await app.inject('/assets/../../package.json')).statusCode).toBe(404);
    await app.close();
  });

  it('is served with files that its build compressed, so that no start has to', async () => {
    const app = await createPayHost(partsFor());
    const { script } = build;
    for (const [encoding, suffix, unpack] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gz', gunzipSync],
    ] as const) {
      const sent = await app.inject({ url: script, headers: { 'accept-encoding': encoding } });
      const kept = await readFile(
        join(build.folder, 'compressed', `${basename(script)}.${suffix}`),
      );
      expect(sent.rawPayload.equals(kept)).toBe(true);
      expect(unpack(kept).toString()).toBe((await app.inject(script)).body);
    }
    await app.close();
  });
});

describe('the onboarding page', () => {
  const token = `lit_${'0123456789abcdef'.repeat(2)}`;

  it('may call the auth host and no other, and sends nobody its address', async () => {
    const app = await createPayHost(partsFor());
    for (const path of ['/onboarding/', '/onboarding']) {
      const { headers, statusCode, body } = await app.inject(`${path}?token=${token}`);
      expect(statusCode).toBe(200);
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' http://127.0.0.1:10;",
      );
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
      expect((await app.inject(script)).statusCode).toBe(200);
    }
    await app.close();
  });

  it('keeps the token out of the log, also when nothing works', async () => {
    const lines: string[] = [];
    const kept = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = await createPayHost(partsFor({ log: kept }));
    await app.inject(`/onboarding/?token=${token}`);
    await app.inject({ method: 'POST', url: `/onboarding/?token=${token}`, payload: '{' });
    expect(lines.join('')).not.toContain(token);
    await app.close();
  });

  it('does not repeat as markup what is no token', async () => {
    const app = await createPayHost(partsFor());
    const marked = await app.inject('/onboarding/?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(marked.statusCode).toBe(404);
    expect(marked.body).not.toContain('<script>alert');
    await app.close();
  });

  it('hands the test accounts out in the sandbox only', async () => {
    const sandbox = await createPayHost(partsFor());
    const production = await createPayHost(partsFor({ mode: 'production' }));
    expect((await sandbox.inject('/onboarding/')).body).toContain('testWallets');
    expect((await production.inject('/onboarding/')).body).not.toMatch(/testWallets|privateKey/);
    await Promise.all([sandbox.close(), production.close()]);
  });
});

describe('the relay', () => {
  const call = (payload: unknown) => ({
    url: '/rpc/sepolia',
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' };

  it('passes listed methods on, one or several at once', async () => {
    await using node = await startListener('{"jsonrpc":"2.0","id":1,"result":"0xaa36a7"}');
    const app = await createPayHost(partsFor({ rpcUrls: new Map([['sepolia', [node.url]]]) }));
    expect((await app.inject(call(chainId))).json()).toMatchObject({ result: '0xaa36a7' });
    expect((await app.inject(call([chainId, chainId]))).statusCode).toBe(200);
    expect(node.asked).toHaveLength(2);
    await app.close();
  });

  it.each([
    ['a method that changes the node', 'anvil_setBalance'],
    ['a method that clients try by habit', 'eth_fillTransaction'],
    ['no method', undefined],
  ])(
    'refuses %s by its id, without a call of the node and without an HTTP error',
    async (...row) => {
      const [, method] = row;
      await using node = await startListener('{}');
      const app = await createPayHost(partsFor({ rpcUrls: new Map([['sepolia', [node.url]]]) }));
      const refused = { jsonrpc: '2.0', id: 7, error: { code: -32601 } };
      const single = await app.inject(call({ jsonrpc: '2.0', id: 7, method }));
      expect(single.statusCode).toBe(200);
      expect(single.json()).toMatchObject(refused);
      const batch = await app.inject(call([{ jsonrpc: '2.0', id: 7, method }]));
      expect(batch.statusCode).toBe(200);
      expect(batch.json()).toMatchObject([refused]);
      expect(node.asked).toEqual([]);
      await app.close();
    },
  );

  it('knows no network whose nodes speak no JSON-RPC, and calls none of them', async () => {
    await using node = await startListener('{}');
    const rpcUrls = new Map([['tron', [node.url]]]);
    const app = await createPayHost(partsFor({ rpcUrls }));
    const answer = await app.inject({ ...call(chainId), url: '/rpc/tron' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code: -32001, message: 'no such network' } });
    expect(node.asked).toEqual([]);
    await app.close();
  });

  it('passes the rest of a batch on when it refuses one call of it', async () => {
    await using node = await startListener('[{"jsonrpc":"2.0","id":1,"result":"0xaa36a7"}]');
    const app = await createPayHost(partsFor({ rpcUrls: new Map([['sepolia', [node.url]]]) }));
    const answer = await app.inject(call([{ ...chainId, id: 'b', method: 'evm_mine' }, chainId]));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject([
      { id: 1, result: '0xaa36a7' },
      { id: 'b', error: { code: -32601, message: 'evm_mine is not passed on' } },
    ]);
    expect(JSON.stringify(node.asked)).not.toContain('evm_mine');
    expect(node.asked).toHaveLength(1);
    await app.close();
  });

  it('returns that the node does not answer when what comes back is no batch', async () => {
    await using node = await startListener('oops');
    const app = await createPayHost(partsFor({ rpcUrls: new Map([['sepolia', [node.url]]]) }));
    const answer = await app.inject(call([chainId, { method: 'evm_mine' }]));
    expect(answer.statusCode).toBe(502);
    await app.close();
  });

  it.each([
    ['an empty batch', []],
    ['a large batch', Array.from({ length: 21 }, () => ({ method: 'eth_chainId' }))],
    ['a text', 'eth_chainId'],
    ['a batch with a text in it', [{ method: 'eth_chainId' }, 'eth_chainId']],
  ])('refuses %s without a call of the node', async (_name, payload) => {
    await using node = await startListener('{}');
    const app = await createPayHost(partsFor({ rpcUrls: new Map([['sepolia', [node.url]]]) }));
    expect((await app.inject(call(payload))).statusCode).toBe(403);
    expect(node.asked).toEqual([]);
    await app.close();
  });

  it('takes JSON only, so that no other page can send without a preflight', async () => {
    const app = await createPayHost(
      partsFor({ rpcUrls: new Map([['sepolia', ['http://127.0.0.1:9']]]) }),
    );
    const answer = await app.inject({
      ...call(chainId),
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.statusCode).toBe(415);
    expect((await app.inject(call(chainId))).statusCode).toBe(502);
    await app.close();
  });

  it('does not exist in production', async () => {
    const rpcUrls = new Map([['sepolia', ['http://127.0.0.1:9']]]);
    const app = await createPayHost(partsFor({ mode: 'production', rpcUrls }));
    expect((await app.inject(call(chainId))).statusCode).toBe(404);
    await app.close();
  });
});
