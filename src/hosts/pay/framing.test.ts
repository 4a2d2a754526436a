import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { ensurePageBuild } from './build.ts';
import { createPayHost } from './pay-host.ts';

const SAFE = 'https://app.safe.global';
const OWN = 'https://safe.example.com';
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** What the API says of a link that anybody can pay. */
const PAYABLE = {
  paymentType: 'single',
  status: 'pending',
  payee: PAYEE,
  network: 'base',
  amount: '12500000',
  paymentCurrency: 'USDC-base',
  isPayeeAddressMasked: false,
};
const PROPOSED = {
  status: 'pending',
  requestStatuses: [
    { requestId: 'a', hasBeenPaid: false, txHash: null, safeTxHash: `0x${'5e'.repeat(32)}` },
  ],
};
const MASKED = { ...PAYABLE, payee: '0x****…****', isPayeeAddressMasked: true };
const HIDDEN = { paymentType: 'single', status: 'pending', redirectUrl: null, branding: null };
const TRON = {
  ...PAYABLE,
  payee: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  network: 'tron',
  paymentCurrency: 'USDT-tron',
};

const log = pino({ level: 'silent' });
const build = await ensurePageBuild({ log });

let answer: { status: number; body: unknown } = { status: 200, body: PAYABLE };
const api = await startHttpServer((_request, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
});
afterAll(() => api[Symbol.asyncDispose]());

async function openHost(safeAppOrigins: readonly string[] = [SAFE, OWN]) {
  return await createPayHost({
    mode: 'production',
    build,
    payUrl: 'https://pay.example.com',
    apiUrl: api.url,
    authUrl: api.url,
    clientId: 'cli_page',
    trustedProxies: [],
    rpcUrls: new Map(),
    safeAppOrigins,
    log,
  });
}

/** Who may frame what an address answers, by its headers, and whether its page is handed the setting. */
async function framingOf(url: string, safeAppOrigins?: readonly string[]) {
  const app = await openHost(safeAppOrigins);
  const { headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  await app.close();
  const policy = String(headers['content-security-policy']);
  return {
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    option: headers['x-frame-options'],
    hasSetting: body.includes('safeAppOrigins'),
  };
}

const NOBODY = { ancestors: "'none'", option: 'DENY', hasSetting: false };

describe('the pay page', () => {
  it.each([
    ['can be paid', 200, PAYABLE],
    ['owners of a Safe sign', 423, PROPOSED],
  ])('may be framed by the Safe interfaces of the setting while its link %s', async (...row) => {
    const [, status, body] = row;
    answer = { status, body };
    expect(await framingOf('/?token=01K0000000000000000000TEST')).toEqual({
      ancestors: `${SAFE} ${OWN}`,
      option: undefined,
      hasSetting: true,
    });
  });

  it('may be framed by nobody where no setting says so', async () => {
    answer = { status: 200, body: PAYABLE };
    expect(await framingOf('/?token=01K0000000000000000000TEST', [])).toEqual(NOBODY);
  });

  it.each([
    ['masks its payee', 200, MASKED],
    ['is hidden from most', 200, HIDDEN],
    ['is on a network without Safes', 200, TRON],
    ['cannot be paid by one network', 200, { ...PAYABLE, canExecute: false }],
    ['is of an unknown kind', 200, { ...PAYABLE, paymentType: 'other' }],
    ['contradicts itself', 200, { ...PAYABLE, amount: '0' }],
    ['is unknown', 404, { statusCode: 404 }],
    ['has expired', 403, { status: 'expired', expiresAt: '2026-11-01T00:00:00.000Z' }],
    ['was withdrawn', 403, { status: 'invalidated' }],
    ['was paid', 409, { status: 'completed', requestStatuses: [] }],
    ['cannot be read', 500, { statusCode: 500 }],
    ['was asked for too often', 429, { statusCode: 429 }],
  ])('may be framed by nobody where its link %s', async (...row) => {
    const [, status, body] = row;
    answer = { status, body };
    expect(await framingOf('/?token=01K0000000000000000000TEST')).toEqual(NOBODY);
  });

  it.each(['/', '/nowhere', '/onboarding/?token=a', '/healthz', '/robots.txt', '/manifest.json'])(
    'is the only page that may: not %s',
    async (path) => {
      answer = { status: 200, body: PAYABLE };
      expect(await framingOf(path)).toEqual(NOBODY);
    },
  );
});

describe('the manifest', () => {
  const read = async (url: string, { origin = SAFE, origins = [SAFE, OWN] } = {}) => {
    const app = await openHost(origins);
    const sent = await app.inject({ url, headers: { origin } });
    const icon = origins.length > 0 ? String(sent.json().iconPath) : build.icon;
    const picture = await app.inject(icon);
    await app.close();
    return { sent, picture };
  };

  // Interfaces drop the query of an app's address; earlier ones add to the end of it.
  it.each(['/manifest.json', '/?token=01K0000000000000000000TEST/manifest.json'])(
    'is read by Safe interfaces of the setting at %s, and its icon by anybody',
    async (url) => {
      const { sent, picture } = await read(url);
      expect(sent.statusCode).toBe(200);
      expect(sent.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': SAFE,
        vary: 'Origin',
      });
      const { name, description, iconPath, icons } = sent.json();
      expect(name).toBe('Payments at pay.example.com');
      expect(description).toContain('Safe');
      expect(icons).toEqual([{ src: iconPath, sizes: 'any', type: 'image/svg+xml' }]);
      expect(picture.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
  );

  it('lets no other origin read it', async () => {
    const { sent } = await read('/manifest.json', { origin: 'https://app.safe.global.example' });
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is not there where no setting names an interface, and the icon stays on this host', async () => {
    const { sent, picture } = await read('/manifest.json', { origins: [] });
    expect(sent.statusCode).toBe(404);
    expect(picture.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
