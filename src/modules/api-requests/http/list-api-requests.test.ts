import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ApiRequestsHost,
  apiRequestsHost,
} from '../../../../tests/support/api-requests-host.ts';

let host: ApiRequestsHost;
beforeAll(async () => {
  host = await apiRequestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  requests: z.array(z.looseObject({ correlationId: z.string() })),
  nextCursor: z.string().nullable(),
});

const send = (headers: Record<string, string>, query = '') =>
  host.app.inject({ url: `/v1/api-requests${query}`, headers });

async function list({ session }: { readonly session: Record<string, string> }, query = '') {
  const answer = await send(session, query);
  expect(answer.statusCode).toBe(200);
  return Page.parse(answer.json());
}

const idsOf = async (of: { readonly session: Record<string, string> }, query = '') =>
  (await list(of, query)).requests.map(({ correlationId }) => correlationId);

describe('200', () => {
  it('shows what was called with which credential and how it was answered', async () => {
    const developer = await host.newDeveloper();
    await host.note(developer.accountId, [{ status: 404, correlationId: 'call-1' }]);
    expect(await list(developer)).toEqual({
      requests: [
        {
          id: expect.any(String),
          credential: { kind: 'api_key', id: 'key_1' },
          ...{ method: 'GET', path: '/v2/payments', status: 404, errorCode: 'refused' },
          ...{ durationMs: 7, correlationId: 'call-1', createdAt: '2026-01-02T03:04:05.000Z' },
        },
      ],
      nextCursor: null,
    });
  });

  it('filters by the outcome, the credential, the path and the id of the call, all at once', async () => {
    const developer = await host.newDeveloper();
    await host.note(developer.accountId, [
      { correlationId: 'done' },
      { status: 304, correlationId: 'same' },
      { status: 429, correlationId: 'refused', id: 'cli_1' },
      { status: 500, correlationId: 'failed', path: '/v2/request' },
    ]);
    expect(await idsOf(developer, '?statusClass=2xx')).toEqual(['same', 'done']);
    expect(await idsOf(developer, '?statusClass=4xx')).toEqual(['refused']);
    expect(await idsOf(developer, '?statusClass=5xx')).toEqual(['failed']);
    expect(await idsOf(developer, '?credentialId=cli_1')).toEqual(['refused']);
    expect(await idsOf(developer, '?path=/v2/request')).toEqual(['failed']);
    expect(await idsOf(developer, '?correlationId=done')).toEqual(['done']);
    expect(await idsOf(developer, '?statusClass=4xx&path=/v2/request')).toEqual([]);
  });

  it('filters by time, both ends included', async () => {
    const developer = await host.newDeveloper();
    await host.note(developer.accountId, [{ correlationId: 'now' }]);
    const at = '2026-01-02T03:04:05.000Z';
    expect(await idsOf(developer, `?fromDate=${at}&toDate=${at}`)).toEqual(['now']);
    expect(await idsOf(developer, '?fromDate=2026-01-02T03:04:05.001Z')).toEqual([]);
    expect(await idsOf(developer, '?toDate=2026-01-02T03:04:04.999Z')).toEqual([]);
    expect(await idsOf(developer, '?fromDate=2026-01-02T04:04:05%2B01:00')).toEqual(['now']);
  });

  it('goes newest first over pages of any size, the last of which is marked', async () => {
    const developer = await host.newDeveloper();
    const ids = Array.from({ length: 5 }, (_, i) => `call-${i}`);
    await host.note(
      developer.accountId,
      ids.map((correlationId) => ({ correlationId })),
    );
    for (const limit of [1, 2, 5, 6]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(developer, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.requests.map(({ correlationId }) => correlationId));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(ids.toReversed());
    }
  });

  it('shows the calls of the own account only', async () => {
    const [one, two] = [await host.newDeveloper(), await host.newDeveloper()];
    await host.note(two.accountId, [{ correlationId: 'of_two' }]);
    const [{ id } = { id: '' }] = (await list(two)).requests;
    expect(await idsOf(one)).toEqual([]);
    expect(await idsOf(one, '?correlationId=of_two')).toEqual([]);
    expect(await idsOf(one, `?cursor=${id}`)).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    'limit=0',
    'limit=101',
    'cursor=nonsense',
    'statusClass=3xx',
    'statusClass=',
    'path=%00',
    'credentialId=',
    `correlationId=${'x'.repeat(256)}`,
    'page=2',
    'fromDate=today',
    'toDate=2026-13-01T00:00:00Z',
  ])('refuses ?%s', async (query) => {
    const answer = await send((await host.newDeveloper()).session, `?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: query.split('=')[0] }] });
  });
});

describe('401', () => {
  it('requires a session', async () => {
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ authorization: 'Bearer nothing' })).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key, which must not read what others do', async () => {
    const { apiKey } = await host.newDeveloper();
    expect((await send({ 'x-api-key': apiKey })).statusCode).toBe(403);
  });
});
