import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { endpoint } from './endpoint.ts';
import { namedCall } from './idempotency.ts';

const UUID = '0b9f6c1e-6d1b-4b7e-9a55-1f3f0e9f2c7d';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const BASE64 = 'n4bQgYhMfWWaL-qgxVrQFg';

const createThing = endpoint({
  operationId: 'createThing',
  host: 'api',
  method: 'post',
  path: '/v2/things',
  tag: 'Things',
  summary: 'Makes a thing.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id'],
  params: z.object({}),
  query: z.object({}),
  body: z.object({}),
  answer: { status: 201, schema: z.object({}) },
  refusals: [],
  run: async () => ({}),
});

const terms = {
  clientIdId: 'client_1',
  clientId: 'cli_1',
  origin: undefined,
  allowedDomains: [],
  boundDestinationId: undefined,
  defaultFee: undefined,
  canPayAnyPayee: true,
  linkedTo: undefined,
};
const key: Actor = { kind: 'api_key', accountId: 'account', apiKeyId: 'key_1' };
const pair: Actor = {
  kind: 'orchestrator_pair',
  accountId: 'account',
  orchestratorId: 'partner',
  orchestratorKeyId: 'partner_key',
  ...terms,
};
const page: Extract<Actor, { kind: 'client_id' }> = {
  kind: 'client_id',
  accountId: 'account',
  ...terms,
  allowedDomains: ['https://shop.example', 'https://two.example'],
  origin: 'https://shop.example',
};

function scopeOf(actor: Actor, { method = 'POST', url = '/v2/things', header = UUID } = {}) {
  const named = namedCall(createThing, { actor, header, method, url, body: {} });
  return named?.scope.toString('hex');
}

describe('the scope of an Idempotency-Key', () => {
  it('is the same for the same caller, method and path, with any query', () => {
    expect(scopeOf(key)).toBe(scopeOf(key, { url: '/v2/things?a=b' }));
  });

  it.each([
    ['another route', scopeOf(key, { url: '/v2/others' })],
    ['another object of a route', scopeOf(key, { url: '/v2/things/1' })],
    ['another method', scopeOf(key, { method: 'PUT' })],
    ['another API key', scopeOf({ ...key, apiKeyId: 'key_2' })],
    ['the same API key with a client ID', scopeOf({ ...key, ...terms })],
  ])('is another one for %s', (_what, scope) => {
    expect(scope).toBeDefined();
    expect(scope).not.toBe(scopeOf(key));
  });

  it('of a partner is another one for each of its platforms', () => {
    expect(scopeOf({ ...pair, clientIdId: 'client_2' })).not.toBe(scopeOf(pair));
    expect(scopeOf({ ...pair, orchestratorKeyId: 'rotated' })).not.toBe(scopeOf(pair));
  });

  it('of a public client ID is another one for each origin, and for one that is proven', () => {
    const scopes = [
      scopeOf(page),
      scopeOf({ ...page, origin: 'https://two.example' }),
      scopeOf({ ...page, clientIdId: 'client_2' }),
      scopeOf({ ...page, provenBy: 'api_key' }),
    ];
    expect(new Set(scopes).size).toBe(4);
  });
});

describe('an Idempotency-Key of a public client ID', () => {
  it.each([UUID, UUID.toUpperCase(), HEX, HEX + HEX, BASE64, `${BASE64}==`])(
    'may be %s',
    (header) => {
      expect(scopeOf(page, { header })).toBeDefined();
    },
  );

  it.each([
    'order-77',
    '1',
    'n4bQgYhMfWWaL-qgxVrQF',
    '9f86d081884c7d659a',
    '0'.repeat(32),
    '00000000-0000-0000-0000-000000000001',
    'INV-2026-000000000000077!',
    'order-number-2026-11-22-000123',
    'checkout/session/1234567',
    'the-order-of-today-0077',
    '12345678-1234-1234-1234-123456789abc',
    '12345678-1234-1abc-8def-123456789abc',
  ])('may not be %s, which another page could guess', (header) => {
    expect(() => scopeOf(page, { header })).toThrow(/128 random bits/);
  });

  it('may be any text where the caller has a secret, or runs on a server', () => {
    const header = 'order-77';
    for (const actor of [key, pair, { ...page, allowedDomains: [] }]) {
      expect(scopeOf(actor, { header })).toBeDefined();
    }
    expect(scopeOf({ ...page, provenBy: 'api_key' }, { header })).toBeDefined();
  });
});
