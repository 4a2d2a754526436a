import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';
import { openApiRequestRecorder } from '../record-api-requests.ts';
import { endpoints } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
let app: FastifyInstance;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
  app = host.app;
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

interface Made {
  readonly status?: number;
  readonly path?: string;
  readonly id?: string;
  readonly correlationId?: string;
}

/** Notes calls of an account, as a host does after its answers. */
async function note(accountId: string, made: readonly Made[]) {
  const recorder = openApiRequestRecorder(ctx);
  for (const { status = 200, path = '/v2/payments', id = 'key_1', correlationId = 'x' } of made) {
    const credential = { accountId, kind: 'api_key' as const, id };
    const errorCode = status < 400 ? undefined : 'refused';
    recorder.record({
      ...{ credential, method: 'GET', path, status, errorCode, durationMs: 7, correlationId },
    });
  }
  await recorder.close();
}

async function newDeveloper() {
  const { accountId, apiKey } = await keyedAccount(ctx);
  return { accountId, apiKey, session: await signedIn(ctx.db, { accountId }) };
}

const fetchFile = (headers: Record<string, string>, query = '') =>
  app.inject({ url: `/v1/api-requests/export${query}`, headers });

describe('200', () => {
  it('writes the filtered calls of the own account, newest first, and no formula', async () => {
    const [developer, other] = [await newDeveloper(), await newDeveloper()];
    await note(other.accountId, [{ correlationId: 'of_other' }]);
    const refused = { status: 404, correlationId: '=1+1' };
    await note(developer.accountId, [{ correlationId: 'done' }, refused]);
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
    const developer = await newDeveloper();
    const ids = Array.from({ length: 501 }, (_, i) => `call-${i}`);
    await note(
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
      const answer = await fetchFile((await newDeveloper()).session, `?${query}`);
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
    const { apiKey } = await newDeveloper();
    expect((await fetchFile({ 'x-api-key': apiKey })).statusCode).toBe(403);
  });
});
