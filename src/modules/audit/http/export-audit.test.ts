import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { type KeyedAccount, keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { recordAudit } from '../record-audit.ts';
import { endpoints } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  // Ids must sort by creation here, as they do with a clock that runs.
  ctx = testContext({ db: database.db, newId: idMaker(systemClock) });
  host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const fetchFile = (query: string, headers: Record<string, string>) =>
  host.app.inject({ url: `/v1/audit/export${query}`, headers });

const record = ({ accountId }: KeyedAccount, objectId: string, label: string) =>
  transact(ctx, (inside) =>
    recordAudit(inside, {
      ...{ accountId, action: 'api_key.revoked', details: { label } },
      object: { kind: 'api_key', id: objectId },
    }),
  );

describe('200', () => {
  it('writes the filtered entries of the own account, newest first, and no formula', async () => {
    const [owner, other] = [await keyedAccount(ctx), await keyedAccount(ctx)];
    await record(other, 'of_other', 'Foreign');
    await record(owner, '=1+1', 'Till');
    await record(owner, 'key_2', 'Shop, "front"');
    const headers = { 'x-api-key': owner.apiKey };
    const csv = await fetchFile('?action=api_key.revoked', headers);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    });
    const [head, first = '', second = '', end] = csv.body.split('\r\n');
    expect(head).toBe(
      '\uFEFFid,actor.kind,actor.id,action,object.kind,object.id,details,ipAddress,correlationId,createdAt',
    );
    expect(first).toContain(
      ',system,,api_key.revoked,api_key,key_2,"{""label"":""Shop, \\""front\\""""}",,,2026-01-02T03:04:05.000Z',
    );
    expect(second).toContain(",api_key,'=1+1,");
    expect(end).toBe('');
    const json = await fetchFile('?format=json&objectId=key_2', headers);
    expect(json.json()).toMatchObject([
      { object: { id: 'key_2' }, details: { label: 'Shop, "front"' } },
    ]);
    expect((await fetchFile('?format=json&objectId=of_other', headers)).json()).toEqual([]);
  });
});

describe('400', () => {
  it.each(['format=xml', 'action=', 'limit=5', 'cursor=x'])('refuses ?%s', async (query) => {
    const { apiKey } = await keyedAccount(ctx);
    const answer = await fetchFile(`?${query}`, { 'x-api-key': apiKey });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: query.split('=')[0] }] });
  });
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    expect((await fetchFile('', {})).statusCode).toBe(401);
  });
});
