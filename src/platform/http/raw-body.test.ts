import { expect, it } from 'vitest';
import { z } from 'zod';
import { type TestCtx, testHost } from '../../../tests/support/test-host.ts';
import { endpoint } from './endpoint.ts';

const echo = (path: string, keeps: boolean) =>
  endpoint({
    operationId: path.slice(1),
    host: 'api',
    method: 'post',
    path,
    tag: 'Things',
    summary: 'Returns what was sent.',
    accepts: ['none'],
    ...(keeps && { keepsRawBody: true }),
    params: z.object({}),
    query: z.object({}),
    body: z.looseObject({}),
    answer: { status: 200, schema: z.object({ text: z.string().nullable(), sign: z.unknown() }) },
    refusals: [],
    run: async (_ctx: TestCtx, { raw }) => ({
      text: raw?.rawBody.toString('utf8') ?? null,
      sign: raw?.headers['x-sign'] ?? null,
    }),
  });

it('is handed to the endpoints that keep it, byte by byte, and to no other', async () => {
  await using host = await testHost({ endpoints: [echo('/signed', true), echo('/plain', false)] });
  const sent = '{ "a" : 1.0,\n"b":"\\u0041" }';
  const post = (url: string, payload: string) => {
    const headers = { 'content-type': 'application/json', 'x-sign': 'abc' };
    return host.app.inject({ method: 'POST', url, headers, payload });
  };
  expect((await post('/signed', sent)).json()).toEqual({ text: sent, sign: 'abc' });
  expect((await post('/plain', sent)).json()).toEqual({ text: null, sign: null });
  expect((await post('/signed', '{"a":')).statusCode).toBe(400);
});
