import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  EMAIL_SESSION,
  KEY,
  LINKED_CLIENT,
  ORCHESTRATOR_KEY,
  PAGE_CLIENT,
  PAYERS_CLIENT,
  recordingHost,
  SHOP,
  TEST_ENDPOINTS,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';
import type { AnsweredCall } from './answered-call.ts';

const calls: AnsweredCall[] = [];
let host: TestHost;
beforeAll(async () => {
  host = await testHost({
    recordCall: (call) => calls.push(call),
    endpoints: [
      ...TEST_ENDPOINTS,
      recordingHost('partners', ['orchestrator_pair', 'orchestrator_key', 'session']),
    ],
  });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  calls.length = 0;
});

const create = (headers: Record<string, string>, payload: object = { name: 'lamp' }) =>
  host.app.inject({ method: 'POST', url: '/v2/things?secret=1', headers, payload });
const find = (headers: Record<string, string>, id = 'gone') =>
  host.app.inject({ url: `/v2/things/${id}?wide=true`, headers });
const asPartner = (headers: Record<string, string>) =>
  host.app.inject({ method: 'POST', url: '/partners', headers });

describe('a call of a program is noted', () => {
  it('with its path as documented, its answer and its id, and nothing that was sent', async () => {
    await create({ 'x-api-key': KEY, 'x-request-id': 'order-17' });
    expect(calls).toEqual([
      {
        credential: { kind: 'api_key', accountId: 'account_a', id: 'key_a' },
        ...{ method: 'POST', path: '/v2/things', status: 201, errorCode: undefined },
        ...{ durationMs: expect.any(Number), correlationId: 'order-17' },
      },
    ]);
    expect(Number.isInteger(calls[0]?.durationMs)).toBe(true);
  });

  it('with the code of its refusal, by what it was made with', async () => {
    await find({ 'x-client-id': PAGE_CLIENT, origin: SHOP });
    await create({ 'x-client-id': BACKEND_CLIENT }, { name: 7 });
    await asPartner({ 'x-orchestrator-key': ORCHESTRATOR_KEY });
    await asPartner({ 'x-orchestrator-key': ORCHESTRATOR_KEY, 'x-client-id': LINKED_CLIENT });
    expect(calls).toMatchObject([
      {
        credential: { kind: 'client_id', accountId: 'account_a', id: PAGE_CLIENT },
        ...{ path: '/v2/things/{id}', status: 404, errorCode: 'thing_not_found' },
      },
      { credential: { id: BACKEND_CLIENT }, status: 400, errorCode: 'invalid_request' },
      { credential: { kind: 'orchestrator_key', accountId: 'account_o', id: 'key_o' } },
      { credential: { kind: 'orchestrator_pair', accountId: 'account_a', id: LINKED_CLIENT } },
    ]);
  });

  it('also where its client ID is refused, so that a wrong origin is found', async () => {
    await find({ 'x-client-id': PAGE_CLIENT, origin: 'https://other.example' });
    expect(calls).toMatchObject([{ credential: { id: PAGE_CLIENT }, status: 403 }]);
  });
});

describe('nothing is noted', () => {
  it('of people, the pay page, unknown callers, unknown paths and other methods', async () => {
    await asPartner({ authorization: `Bearer ${EMAIL_SESSION}` });
    await find({ 'x-client-id': PAYERS_CLIENT, origin: SHOP });
    await create({ 'x-api-key': 'wrong' });
    await host.app.inject({ url: '/v2/nowhere', headers: { 'x-api-key': KEY } });
    await host.app.inject({ method: 'PUT', url: '/v2/things', headers: { 'x-api-key': KEY } });
    await host.app.inject({ url: '/v2/notice', headers: { 'x-api-key': KEY } });
    expect(calls).toEqual([]);
  });

  it('of a client ID that makes too many calls', async () => {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 2_000) {
      statuses.push((await find({ 'x-client-id': PAGE_CLIENT, origin: SHOP }, 'lamp')).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(calls.map(({ status }) => status)).not.toContain(429);
    expect(calls).toHaveLength(statuses.length - 1);
  });
});
