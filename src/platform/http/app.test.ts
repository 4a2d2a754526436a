import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  isOwnId,
  KEY,
  PAGE_CLIENT,
  SHOP,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';
import { ErrorBody } from './error-body.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const page = { 'x-client-id': PAGE_CLIENT, origin: SHOP };
const server = { 'x-api-key': KEY };
const find = (id: string, headers = {}) =>
  host.app.inject({ url: `/v2/things/${id}`, headers: { ...page, ...headers } });
const create = (payload: string | object, headers = {}) =>
  host.app.inject({
    method: 'POST',
    url: '/v2/things',
    headers: { ...server, 'content-type': 'application/json', ...headers },
    payload,
  });

/** Every refusal must be readable by the same code of a client. */
function expectProblem(
  answer: { statusCode: number; json(): unknown },
  status: number,
  code: string,
) {
  expect(answer.statusCode).toBe(status);
  const body = ErrorBody.parse(answer.json());
  expect(body).toMatchObject({ statusCode: status, code });
  return body;
}

describe('an answer', () => {
  it('carries what the schema declares and nothing else', async () => {
    const answer = await find('lamp');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ id: 'lamp', note: 'client_id 127.0.0.1' });
  });

  it('that does not fit its schema is our fault, and is not shown', async () => {
    const answer = await host.app.inject('/v2/broken');
    expectProblem(answer, 500, 'internal_error');
    expect(answer.body).not.toContain('secret');
    const lines = host.lines().filter(({ level }) => level === 50);
    expect(JSON.stringify(lines)).toContain(
      'breakPromise answers other than it declares: text too_big',
    );
    expect(JSON.stringify(lines)).not.toContain('a secret');
  });

  it('must not be cached, sniffed or framed', async () => {
    for (const answer of [
      await find('lamp'),
      await find('gone'),
      await host.app.inject('/nowhere'),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        vary: 'Origin',
      });
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('sends HSTS where the host has a certificate', async () => {
    await using secure = await testHost({ url: 'https://api.example' });
    const answer = await secure.app.inject('/v2/notice');
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('to HEAD is that to GET without its body', async () => {
    const answer = await host.app.inject({ method: 'HEAD', url: '/v2/notice' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});

describe('the correlation id', () => {
  it('is new, in both headers, in the body of a refusal and in the log', async () => {
    const answer = await find('gone');
    const id = answer.headers['x-request-id'];
    expect(isOwnId(id)).toBe(true);
    expect(answer.headers['x-correlation-id']).toBe(id);
    expect(answer.json()).toMatchObject({ correlationId: id });
    expect(host.lines().find(({ correlationId }) => correlationId === id)).toMatchObject({
      operationId: 'findThing',
      route: '/v2/things/:id',
      status: 404,
      clientId: PAGE_CLIENT,
    });
  });

  it('is the one that the caller gave if it is sane', async () => {
    const answer = await find('lamp', { 'x-request-id': 'order-17.a_B' });
    expect(answer.headers['x-request-id']).toBe('order-17.a_B');
  });

  it.each(['', 'a b', 'x'.repeat(101), '{"a":1}', '-flag', 'a\\u000ab'])(
    'is a new one if the caller gave %j',
    async (given) => {
      const answer = await find('lamp', { 'x-request-id': given });
      expect(isOwnId(answer.headers['x-request-id'])).toBe(true);
    },
  );
});

describe('what a verb throws', () => {
  it('as a refusal is sent with its own message', async () => {
    const body = expectProblem(await find('gone'), 404, 'thing_not_found');
    expect(body).toMatchObject({ message: 'Thing not found', error: 'Not Found' });
    expect(body.docUrl).toBe('http://api.example/docs#/Things/findThing');
  });

  it('as a refusal with members of its own keeps them beside ours', async () => {
    const body = expectProblem(await find('completed'), 409, 'already_completed');
    expect(body).toMatchObject({
      message: 'already completed',
      status: 'completed',
      branding: null,
      requestStatuses: [{ requestId: '01ab' }],
    });
  });

  it('as an outage says when to try again and not what is unreachable', async () => {
    const answer = await find('outage');
    expectProblem(answer, 503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).not.toContain('rpc.example');
  });

  it('as anything else is our fault, logged loudly and not shown', async () => {
    const answer = await find('bug');
    const { correlationId } = expectProblem(answer, 500, 'internal_error');
    expect(answer.body).not.toContain('secret');
    const loud = host
      .lines()
      .find((line) => line['correlationId'] === correlationId && line['err']);
    expect(loud).toMatchObject({ level: 50, err: { message: 'secret inside' } });
  });
});

describe('400', () => {
  it('names a field that is unknown', async () => {
    const body = expectProblem(
      await create({ name: 'a', feeBundle: 1, ok: 2 }),
      400,
      'invalid_request',
    );
    expect(body.message).toBe('feeBundle is not a known field; ok is not a known field');
    expect(body.errors).toEqual([
      { field: 'feeBundle', message: 'feeBundle is not a known field' },
      { field: 'ok', message: 'ok is not a known field' },
    ]);
  });

  it('names a field that is missing, and one that is wrong', async () => {
    expect(expectProblem(await create({}), 400, 'invalid_request').message).toBe(
      'name is required',
    );
    const wrong = expectProblem(await create({ name: 7 }), 400, 'invalid_request');
    expect(wrong.errors).toEqual([{ field: 'name', message: 'name: must be a text' }]);
  });

  it('says so when there is no body', async () => {
    expect(expectProblem(await create(''), 400, 'invalid_request').message).toBe(
      'A JSON body is required',
    );
  });

  it('names a query parameter', async () => {
    const answer = await host.app.inject({ url: '/v2/things/a?wide=maybe', headers: page });
    expect(expectProblem(answer, 400, 'invalid_request').errors?.[0]?.field).toBe('wide');
  });

  it.each([
    ['wide=true&wide=true', 'wide was given twice; give it once'],
    ['wide=maybe&wide=true&wide=x', 'wide was given 3 times; give it once'],
  ])('says that a query parameter was repeated: %s', async (query, message) => {
    const answer = await host.app.inject({ url: `/v2/things/a?${query}`, headers: page });
    const body = expectProblem(answer, 400, 'invalid_request');
    expect(body.errors).toEqual([{ field: 'wide', message }]);
    expect(body.message).toBe(message);
  });

  it('repeats only a little of a hostile body', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`f${i}`.repeat(20), i]),
    );
    const answer = await create(fields);
    expect(expectProblem(answer, 400, 'invalid_request').errors).toHaveLength(20);
    const long = await create({ ['n'.repeat(100_000)]: 1 });
    expectProblem(long, 400, 'invalid_request');
    expect(answer.body.length + long.body.length).toBeLessThan(10_000);
  });

  it('carries the issue array as its message where the endpoint says so', async () => {
    await using auth = await testHost({ host: 'auth' });
    const answer = await auth.app.inject({
      method: 'POST',
      url: '/v1/hooks',
      headers: { 'x-client-id': BACKEND_CLIENT },
      payload: { url: 'nonsense' },
    });
    const body = expectProblem(answer, 400, 'invalid_request');
    expect(body.message).toEqual([
      { code: 'invalid_format', message: expect.any(String), path: ['url'] },
    ]);
  });
});

describe('a hostile body', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it.each([
    ['malformed', '{"name": }'],
    ['truncated', '{"name": "a'],
    ['with a reach for the prototype', '{"name":"a","__proto__":{"admin":true}}'],
    ['with a reach for the constructor', '{"name":"a","nested":{"constructor":{"prototype":{}}}}'],
    ['nested too deep', `{"name":"a","nested":${nested(32)}}`],
    ['nested to exhaust the parser', nested(100_000)],
    ['that only opens', '{"a":'.repeat(40_000)],
  ])('%s is refused', async (_what, payload) => {
    expectProblem(await create(payload), 400, 'invalid_json');
  });

  it('nested as deep as allowed is read, and brackets in strings do not count', async () => {
    expect((await create(`{"name":"a","nested":${nested(31)}}`)).statusCode).toBe(201);
    const text = JSON.stringify({ name: 'a', nested: `\\"${nested(50)}` });
    expect((await create(text)).statusCode).toBe(201);
  });

  it('that is not UTF-8 is refused', async () => {
    expectProblem(await create(Buffer.from([0x7b, 0xff, 0x7d])), 400, 'invalid_json');
  });

  it('too large is refused', async () => {
    expectProblem(await create({ name: 'x'.repeat(256 * 1024) }), 413, 'body_too_large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'of type %s is refused',
    async (type) => {
      expectProblem(
        await create('{"name":"a"}', { 'content-type': type }),
        415,
        'unsupported_content_type',
      );
    },
  );

  it('without a type is refused', async () => {
    const answer = await host.app.inject({
      method: 'POST',
      url: '/v2/things',
      headers: { ...server, 'content-type': undefined, 'content-length': '12' },
      payload: '{"name":"a"}',
    });
    expectProblem(answer, 415, 'unsupported_content_type');
  });

  it('compressed is refused', async () => {
    const answer = await create('{"name":"a"}', { 'content-encoding': 'gzip' });
    expectProblem(answer, 415, 'unsupported_content_encoding');
  });

  it('is not even read without credentials', async () => {
    expectProblem(await create('{', { 'x-api-key': 'wrong' }), 401, 'invalid_credentials');
  });
});

describe('a wrong address', () => {
  it('is sent in the common shape', async () => {
    const body = expectProblem(await host.app.inject('/v2/nowhere'), 404, 'no_such_endpoint');
    expect(body.docUrl).toBe('http://api.example/docs');
  });

  it.each([
    ['GET', '/v2/things/'],
    ['GET', '/v2/things/?wide=true'],
    ['POST', '/v2/things/'],
    ['DELETE', '/v2/things/'],
    ['GET', '/v2/things/a/'],
    ['GET', '/v2/notice/'],
    ['POST', '/v2/notice/'],
    ['GET', '/v2//things'],
  ] as const)('with an empty part is like any other: %s %s', async (method, url) => {
    const send = (url: string) => host.app.inject({ method, url, headers: page });
    const bodyOf = (answer: Awaited<ReturnType<typeof send>>) => {
      const { correlationId: _own, ...body } = expectProblem(answer, 404, 'no_such_endpoint');
      return body;
    };
    const answer = await send(url);
    expect(bodyOf(answer)).toEqual(bodyOf(await send('/v2/nowhere')));
    expect(answer.headers['allow']).toBeUndefined();
    expect(answer.headers['ratelimit-limit']).toBeDefined();
  });

  it('by method names the right ones', async () => {
    const answer = await host.app.inject({ method: 'DELETE', url: '/v2/things' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toBe('POST');
  });

  it('by broken percent-encoding is sent in the common shape, with its headers', async () => {
    const answer = await host.app.inject({ url: '/v2/things/%E0%A4%A', headers: page });
    expectProblem(answer, 400, 'invalid_url');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
  });

  it('by length is refused', async () => {
    expectProblem(await find('x'.repeat(300)), 414, 'url_too_long');
    expectProblem(await host.app.inject(`/v2/notice?a=${'x'.repeat(5000)}`), 414, 'url_too_long');
  });

  it('of the other host is not here', async () => {
    expectProblem(
      await host.app.inject({ method: 'POST', url: '/v1/hooks' }),
      404,
      'no_such_endpoint',
    );
  });
});

describe('on the wire', () => {
  /** Sends bytes as they are and answers all that came back until the server hung up. */
  const send = (port: number, bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (part) => {
        answer += part.toString('utf8');
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const bodyOf = (answer: string) =>
    ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));

  it('headers that are too large, and what is not HTTP, get the common shape', async () => {
    await using wired = await testHost();
    const { port } = new URL(await wired.app.listen({ host: '127.0.0.1', port: 0 }));
    const large = await send(
      Number(port),
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    );
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(large).toMatch(/x-request-id: \w{26}/);
    expect(bodyOf(large)).toMatchObject({ statusCode: 431, code: 'headers_too_large' });
    const nonsense = await send(Number(port), 'hello there\r\n\r\n');
    expect(bodyOf(nonsense)).toMatchObject({ statusCode: 400, code: 'not_http' });
  });

  it('a close answers what is in flight and then ends the connection', async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await using wired = await testHost({
      ready: async () => {
        begun.resolve();
        await goOn.promise;
        return { ready: true, checks: [] };
      },
    });
    wired.app.addHook('preClose', async () => goOn.resolve());
    const { port } = new URL(await wired.app.listen({ host: '127.0.0.1', port: 0 }));
    const answered = send(
      Number(port),
      'GET /readyz HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n',
    );
    await begun.promise;
    const closed = wired.app.close();
    expect(await answered).toMatch(
      /^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*"status":"ready"/i,
    );
    await closed;
  });
});
