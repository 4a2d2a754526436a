import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collectExamples } from '#platform/http/openapi-examples.ts';
import { linksOf } from '../support/links-of.ts';
import { readPath } from '../support/read-path.ts';
import { namesOf, type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  world = await sharedWorld();
  links = linksOf(world);
});

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

describe('specification, POST /v2/secure-payments', () => {
  it('answers 201 with exactly requestIds, securePaymentUrl, token and feePlan (wire facts 4.1)', async () => {
    const said = await links.create({
      requests: [{ destinationId: world.sandbox.payee.destinationId, amount: '12.50' }],
    });
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
      securePaymentUrl: expect.stringMatching(
        new RegExp(`^${world.payUrl}/\\?token=[0-9A-HJKMNP-TV-Z]{26}$`),
      ),
      token: expect.stringMatching(ULID),
      feePlan: null,
    });
  });

  it('takes the older item form of wire facts 4.1, with another spelling of the currency', async () => {
    const { payee } = world.sandbox;
    const item = { payee: payee.address, amount: '10', invoiceCurrency: 'fUSDC-sepolia' };
    const said = await links.create({ requests: [{ ...item, paymentCurrency: 'fUSDC-sepolia' }] });
    const { token } = z.object({ token: z.string() }).parse(said.body);
    expect((await world.read(token)).body).toMatchObject({
      payee: payee.address,
      amount: '10000000',
      paymentCurrency: 'USDC-sepolia',
      destination: { destinationId: payee.destinationId },
    });
  });

  it('takes the example of its own description as it stands', async () => {
    const { body } = await sendToHost(`${world.apiUrl}/openapi.json`);
    const { components } = z
      .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.json()) }) })
      .parse(body);
    const said = await links.create(
      collectExamples(components.schemas).get('CreateSecurePaymentRequest'),
    );
    expect(said).toMatchObject({ status: 201 });
  });

  it.each([
    ['lower-case addresses', (id: string) => id.toLowerCase()],
    ['no checksum', (id: string) => id.replace(/#[0-9A-F]+/, '')],
    [
      'upper-case digits',
      (id: string) => id.replaceAll(/0x([0-9a-fA-F]+)/g, (_, d: string) => `0x${d.toUpperCase()}`),
    ],
  ])(
    'reads destination IDs with %s and writes them in one form (decision 10)',
    async (_, spell) => {
      const { destinationId } = world.sandbox.payee;
      const { body } = await links.create({
        requests: [{ destinationId: spell(destinationId), amount: '1' }],
      });
      const { token } = z.object({ token: z.string() }).parse(body);
      expect((await world.read(token)).body['destination']).toMatchObject({ destinationId });
    },
  );

  it.each([
    [
      'a token by its currency id',
      (id: string) => `${id.slice(0, id.lastIndexOf(':'))}:USDC-sepolia`,
    ],
    ['an alias of one', (id: string) => `${id.slice(0, id.lastIndexOf(':'))}:fUSDC-sepolia`],
    ['another checksum', (id: string) => id.replace(/#[0-9A-F]+/, '#4CA88C9C')],
    ['no chain', (id: string) => id.replace(/@[^:]+:[0-9]+#[0-9A-F]+/, '')],
  ])('refuses a destination ID with %s (wire facts 2.1, 3.2)', async (_, spell) => {
    const destinationId = spell(world.sandbox.payee.destinationId);
    const said = await links.create({ requests: [{ destinationId, amount: '1' }] });
    expect(said.status).toBe(400);
    expect(said.body).toMatchObject({
      message: expect.stringMatching(/^Invalid destination ID format/),
      errors: [{ field: 'requests[0].destinationId' }],
    });
  });

  it.each([
    [
      'redirectLabel without redirectUrl',
      { redirectLabel: 'Back' },
      'redirectLabel cannot be provided without redirectUrl',
    ],
    [
      'a fee for nobody',
      { feePercentage: '1' },
      'feeAddress is required when feePercentage is set',
    ],
    ['a field named nowhere (decision 17)', { colour: 'red' }, 'colour is not a known field'],
    [
      'a policy that says who judges wallets for nothing (wire facts 6.6)',
      { accessPolicy: { mode: 'off', screeningProvider: 'hypernative' } },
      'accessPolicy.screeningProvider must be null where mode is off',
    ],
  ])('refuses %s in these words', async (_, more, message) => {
    const { destinationId } = world.sandbox.payee;
    const said = await links.create({ requests: [{ destinationId, amount: '1' }], ...more });
    expect(said).toMatchObject({ status: 400, body: { message } });
  });

  it('refuses several requests on Tron in the words of the specification', async () => {
    const destinationId =
      'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd@eip155:728126428:TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
    const item = { destinationId, amount: '1' };
    expect(await links.create({ requests: [item, item] })).toMatchObject({
      status: 400,
      body: {
        message:
          'Batch payments are not supported for TRON networks. Please submit individual payment requests.',
      },
    });
  });
});

describe('wire facts 2.1, the body of every refusal', () => {
  it('has statusCode, message and error, and what decision 2 adds, and nothing else', async () => {
    const { headers, body } = await links.create({ requests: [] });
    expect(body).toEqual({
      statusCode: 400,
      message: 'requests must have at least one item',
      error: 'Bad Request',
      code: 'invalid_request',
      errors: [{ field: 'requests', message: 'requests must have at least one item' }],
      docUrl: expect.stringContaining('/docs#/'),
      correlationId: headers.get('x-request-id'),
    });
  });

  it('is what the description shows, in the same words', async () => {
    const described = (await sendToHost(`${world.apiUrl}/openapi.json`)).body;
    const describe = (path: string, method: string, status: number) =>
      String(
        Object(readPath(described, ['paths', path, method, 'responses', status]))['description'],
      );
    const { sandbox, apiUrl } = world;
    const at = `${apiUrl}/v2/secure-payments`;
    const page = { 'x-client-id': sandbox.clientId, origin: sandbox.origin };
    const { destinationId } = sandbox.payee;
    const said: [string, string, Said][] = [
      ['/v2/secure-payments', 'post', await links.create({}, { 'x-client-id': 'none' })],
      [
        '/v2/secure-payments',
        'post',
        await links.create({ requests: [{ destinationId, amount: '0' }] }),
      ],
      [
        '/v2/secure-payments',
        'post',
        await links.create({}, { ...page, origin: 'https://evil.example' }),
      ],
      ['/v2/secure-payments/{token}', 'get', await sendToHost(`${at}/x`)],
      ['/v2/secure-payments/{token}', 'get', await sendToHost(`${at}/x`, { headers: page })],
      [
        '/v2/secure-payments/{token}',
        'get',
        await sendToHost(`${at}/x`, { headers: { ...page, origin: 'https://evil.example' } }),
      ],
      [
        '/v2/secure-payments/{token}/pay',
        'get',
        await sendToHost(`${at}/x/pay`, { headers: { 'x-client-id': sandbox.clientId } }),
      ],
    ];
    for (const [path, method, { status, body }] of said) {
      const { code, message } = z.object({ code: z.string(), message: z.unknown() }).parse(body);
      expect(describe(path, method, status)).toContain(`\`${code}\``);
      // What many operations answer is explained once, where an answer holds nothing else.
      expect(JSON.stringify(described)).toContain(`- \`${code}\`: ${message}`);
    }
  });
});

describe('specification, rate limits and CORS', () => {
  it('returns the limit in both families of headers (wire facts 2.4, decision 13)', async () => {
    const { headers } = await links.create({ requests: [] });
    for (const family of ['ratelimit', 'x-ratelimit']) {
      // The default tier is 300 a minute; a sandbox takes ten times as many.
      expect(headers.get(`${family}-limit`)).toBe('3000');
      expect(Number(headers.get(`${family}-remaining`))).toBeLessThan(3000);
      // The next call is admitted at once (decision record 0033).
      expect(headers.get(`${family}-reset`)).toBe('0');
    }
  });

  it('lets a page of a listed origin read answers and refusals, and no other (decision 8)', async () => {
    const { sandbox, apiUrl } = world;
    const url = `${apiUrl}/v2/secure-payments/${await links.link('USDC-sepolia', '1')}`;
    const from = (origin: string) => ({ 'x-client-id': sandbox.clientId, origin });
    const allowed = async (at: string, origin: string) =>
      (await sendToHost(at, { headers: from(origin) })).headers.get('access-control-allow-origin');
    expect(await allowed(url, sandbox.origin)).toBe(sandbox.origin);
    expect(await allowed(`${url}x`, sandbox.origin)).toBe(sandbox.origin);
    expect(await allowed(url, 'https://evil.example')).toBeNull();
    const preflight = (origin: string) =>
      sendToHost(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    expect((await preflight(sandbox.origin)).headers.get('access-control-allow-headers')).toMatch(
      /x-client-id/,
    );
    expect(await preflight('https://evil.example')).toMatchObject({ status: 403 });
  });

  it('answers its health as wire facts 10 propose', async () => {
    expect((await sendToHost(`${world.apiUrl}/healthz`)).body).toEqual({ status: 'ok' });
    expect(namesOf((await sendToHost(`${world.apiUrl}/readyz`)).body)).toEqual([
      'checks',
      'status',
    ]);
  });
});
