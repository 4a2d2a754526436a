import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiRequestsHost,
  apiRequestsHost,
} from '../../../../tests/support/api-requests-host.ts';

let host: ApiRequestsHost;
beforeAll(async () => {
  host = await apiRequestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const fetchFile = (headers: Record<string, string>, query = '') =>
  host.app.inject({ url: `/v1/api-requests/export${query}`, headers });

describe('200', () => {
  it('writes the filtered calls of the own account, newest first, and no formula', async () => {
    const [developer, other] = [await host.newDeveloper(), await host.newDeveloper()];
    await host.note(other.accountId, [{ correlationId: 'of_other' }]);
    const refused = { status: 404, correlationId: '=1+1' };
    await host.note(developer.accountId, [{ correlationId: 'done' }, refused]);
    const csv = await fetchFile(developer.session);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="api-requests.csv"');
    const [head, first, second, end] = csv.body.split('\r\n');
    expect(head).toContain('credential.kind,credential.id,method,path,status,errorCode');
    expect(first).toContain(",404,refused,7,'=1+1,2026-01-02T03:04:05.000Z");
    expect(second).toContain(',done,');
    expect(end).toBe('');
    const filtered = '?format=json&statusClass=4xx&fromDate=2026-01-02T03:00:00Z';
    const json = await fetchFile(developer.session, filtered);
    expect(json.json()).toMatchObject([{ correlationId: '=1+1' }]);
    const none = await fetchFile(developer.session, '?format=json&toDate=2026-01-02T03:00:00Z');
    expect(none.json()).toEqual([]);
  });

  it('writes more than one page, each call once', async () => {
    const developer = await host.newDeveloper();
    const ids = Array.from({ length: 501 }, (_, i) => `call-${i}`);
    await host.note(
      developer.accountId,
      ids.map((correlationId) => ({ correlationId })),
    );
    const found = (await fetchFile(developer.session, '?format=json')).json();
    expect(found).toMatchObject(ids.toReversed().map((correlationId) => ({ correlationId })));
  });
});

describe('400', () => {
  it.each(['limit=5', 'cursor=x', 'format=xml', 'fromDate=yesterday'])(
    'refuses ?%s',
    async (query) => {
      const answer = await fetchFile((await host.newDeveloper()).session, `?${query}`);
      expect(answer.statusCode).toBe(400);
    },
  );
});

describe('401', () => {
  it('requires a session', async () => {
    expect((await fetchFile({})).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key, which must not read what others do', async () => {
    const { apiKey } = await host.newDeveloper();
    expect((await fetchFile({ 'x-api-key': apiKey })).statusCode).toBe(403);
  });
});
