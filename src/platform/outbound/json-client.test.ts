import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { startNameServer } from '../../../tests/support/name-server.ts';
import { openMeter } from '../metrics.ts';
import { openJsonClient, ServiceFailure } from './json-client.ts';
import { type Outbound, openOutbound } from './outbound.ts';

const Rate = z.object({ rate: z.string() });
const READ = { path: '/rate', schema: Rate };
const JSON_HEADERS = { 'content-type': 'application/json' };

const opened: (AsyncDisposable | Outbound)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) {
    if ('close' in one) await one.close();
    else await one[Symbol.asyncDispose]();
  }
});

async function serve(answer: RequestListener) {
  const server = await startHttpServer(answer);
  opened.push(server);
  return server;
}

/** A client with simulated time: its waits end at once and are recorded. */
function clientOf(
  baseUrl: string,
  parts: Partial<Parameters<typeof openJsonClient>[0]> & { readonly nameServer?: string } = {},
) {
  const { nameServer, ...options } = parts;
  const outbound = openOutbound(
    nameServer === undefined
      ? { privateAddresses: 'allow' }
      : { privateAddresses: 'refuse', nameServers: [nameServer] },
  );
  opened.push(outbound);
  const slept: number[] = [];
  const clock = { nowMs: 0 };
  const time = {
    elapsedMs: () => clock.nowMs,
    sleep: async (ms: number) => {
      slept.push(ms);
      clock.nowMs += ms;
    },
  };
  const client = openJsonClient({
    outbound,
    name: 'rates',
    baseUrl,
    timeoutMs: 500,
    time,
    ...options,
  });
  return { client, slept, clock };
}

/** How a call failed: its kind, its status where one came, and its message. */
async function failureOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ServiceFailure)) throw new Error('it did not fail so', { cause: error });
  return [error.kind, error.status, error.message];
}

/** Answers with a status each, one after the other; the last one from then on. */
function answering(...statuses: readonly number[]) {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    const status = statuses[Math.min(asked.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, JSON_HEADERS).end('{"rate":"1.08","more":true}');
  };
  return { asked, listener };
}

describe('a read', () => {
  it('answers what the schema makes of it, from below the base URL', async () => {
    const { asked, listener } = answering(200);
    const { url } = await serve(listener);
    const { client } = clientOf(`${url}/v1/`);
    const query = { of: 'a b&c' };
    expect(await client.read({ path: '/rate', query, schema: Rate })).toEqual({ rate: '1.08' });
    expect(asked).toEqual(['GET /v1/rate?of=a+b%26c']);
  });

  it('reads what is compressed, and what is sent in the type of a problem', async () => {
    const { url } = await serve((_, response) => {
      const headers = {
        'content-type': 'application/vnd.rates+json; charset=utf-8',
        'content-encoding': 'gzip',
      };
      response.writeHead(200, headers).end(gzipSync('{"rate":"2"}'));
    });
    expect(await clientOf(url).client.read(READ)).toEqual({ rate: '2' });
  });

  it('is tried three times while the service is unreachable, with longer waits', async () => {
    const { asked, listener } = answering(503, 429, 200);
    const { url } = await serve(listener);
    const { client, slept } = clientOf(url);
    expect(await client.read(READ)).toEqual({ rate: '1.08' });
    expect(asked).toHaveLength(3);
    expect(slept).toEqual([200, 400]);
  });

  it('fails after the third try, as with a service that is not there', async () => {
    const { client, slept } = clientOf('http://127.0.0.1:1');
    const failure = await failureOf(client.read(READ));
    expect(failure).toEqual(['unreachable', undefined, 'rates: no answer: ECONNREFUSED']);
    expect(slept).toEqual([200, 400]);
  });

  it('is tried again by POST where it has a body', async () => {
    const { asked, listener } = answering(500, 200);
    const { url } = await serve(listener);
    await clientOf(url).client.read({ ...READ, body: { from: 'EUR' } });
    expect(asked).toEqual(['POST /rate', 'POST /rate']);
  });

  it.each([
    ['1', [1_000], 2],
    ['60', [], 1],
  ])(
    'waits as long as the service asks for, %s s, unless that is too long',
    async (after, waits, calls) => {
      let asked = 0;
      const { url } = await serve((_, response) => {
        asked += 1;
        const headers = { ...JSON_HEADERS, 'retry-after': after };
        if (asked === 1) response.writeHead(429, headers).end('{}');
        else response.writeHead(200, JSON_HEADERS).end('{"rate":"1"}');
      });
      const { client, slept } = clientOf(url);
      await client.read(READ).catch(() => undefined);
      expect(slept).toEqual(waits);
      expect(asked).toBe(calls);
    },
  );

  it('is not tried again when the service refuses it, and returns what the service answered', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      response.writeHead(422, JSON_HEADERS).end('{"code":"no_route"}');
    });
    const error: unknown = await clientOf(url)
      .client.read(READ)
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind: 'refused', status: 422, body: { code: 'no_route' } });
    expect(asked).toBe(1);
  });

  it('of a path that leads elsewhere is our bug', async () => {
    const { client } = clientOf('http://127.0.0.1:1/v1');
    for (const path of ['rate', '@elsewhere.example/', '/../admin', '.elsewhere.example/rate']) {
      await expect(client.read({ ...READ, path })).rejects.toThrow(
        'a path leads below its base URL',
      );
    }
  });
});

describe('a command', () => {
  it('is sent once, whatever becomes of it', async () => {
    const { asked, listener } = answering(503);
    const { url } = await serve(listener);
    const { client, slept } = clientOf(url);
    const failure = await failureOf(client.send({ ...READ, body: {} }));
    expect(failure).toEqual(['unreachable', 503, 'rates answered 503']);
    expect(asked).toEqual(['POST /rate']);
    expect(slept).toEqual([]);
  });

  it('carries the headers of the client and its own', async () => {
    let seen: unknown;
    const { url } = await serve((request, response) => {
      const { authorization, 'idempotency-key': key, 'content-type': type } = request.headers;
      seen = { authorization, key, type };
      response.writeHead(201, JSON_HEADERS).end('{"rate":"1"}');
    });
    const { client } = clientOf(url, { headers: { authorization: 'Bearer x' } });
    await client.send({ ...READ, body: {}, headers: { 'idempotency-key': 'one' } });
    expect(seen).toEqual({ authorization: 'Bearer x', key: 'one', type: 'application/json' });
  });
});

describe('a hostile service', () => {
  const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024));

  it.each<[string, RequestListener, unknown[]]>([
    [
      'that never answers',
      () => undefined,
      ['unreachable', undefined, 'rates: no answer within 100 ms'],
    ],
    [
      'that drips its body',
      (_, response) => {
        response.writeHead(200, JSON_HEADERS);
        const drip = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(drip));
      },
      ['unreachable', undefined, 'rates: no answer within 100 ms'],
    ],
    [
      'whose small body expands to a large one',
      (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'content-encoding': 'gzip' }).end(BOMB);
      },
      ['unreadable', undefined, 'rates: the answer is longer than 1048576 bytes'],
    ],
    [
      'that says gzip and sends something else',
      (_, response) => {
        response
          .writeHead(200, { ...JSON_HEADERS, 'content-encoding': 'gzip' })
          .end('{"rate":"1"}');
      },
      ['unreachable', undefined, 'rates: no answer: Z_DATA_ERROR'],
    ],
    [
      'whose body breaks off',
      (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'content-length': '100' });
        response.write('{"rate":"1"}', () => response.destroy());
      },
      ['unreachable', undefined, 'rates: no answer: UND_ERR_SOCKET'],
    ],
    [
      'whose headers have no end',
      (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'x-long': 'x'.repeat(64 * 1024) }).end('{}');
      },
      ['unreachable', undefined, 'rates: no answer: UND_ERR_HEADERS_OVERFLOW'],
    ],
    [
      'that answers a page instead of JSON',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('{"rate":"1"}');
      },
      ['unreadable', 200, 'rates answered no JSON'],
    ],
    [
      'that calls something else JSON',
      (_, response) => {
        response.writeHead(200, JSON_HEADERS).end('<html>');
      },
      ['unreadable', 200, 'rates answered no JSON'],
    ],
    [
      'that answers another shape',
      (_, response) => {
        response.writeHead(200, JSON_HEADERS).end('{"rate":{"secret":"Zoe"}}');
      },
      ['unreadable', 200, 'rates answered another shape than documented: rate'],
    ],
  ])('%s ends as a failure of its kind', async (_, answer, failure) => {
    const { url } = await serve(answer);
    const { client } = clientOf(url, { timeoutMs: 100 });
    expect(await failureOf(client.send({ ...READ, body: {} }))).toEqual(failure);
  });

  it('that sends without end is read up to the limit', async () => {
    let sent = 0;
    const { url } = await serve((_, response) => {
      response.writeHead(200, JSON_HEADERS);
      const block = Buffer.alloc(64 * 1024, ' ');
      const pour = () => {
        if (response.destroyed || sent > 512 * 1024 * 1024) return;
        sent += block.length;
        if (response.write(block)) setImmediate(pour);
        else response.once('drain', pour);
      };
      pour();
    });
    const { client } = clientOf(url, { bytesMax: 1_000, timeoutMs: 10_000 });
    const message = 'rates: the answer is longer than 1000 bytes';
    expect(await failureOf(client.read(READ))).toEqual(['unreadable', undefined, message]);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that redirects to a private address is not followed there', async () => {
    const inside = await serve((_, response) => response.writeHead(200, JSON_HEADERS).end('{}'));
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: inside.url }).end();
    });
    const failure = await failureOf(clientOf(url).client.read(READ));
    expect(failure).toEqual(['refused', 302, 'rates answered 302']);
    expect(inside.connections()).toBe(0);
  });

  it('whose name turns to a private address is not reached there', async () => {
    const inside = await serve((_, response) => response.writeHead(200, JSON_HEADERS).end('{}'));
    const names = await startNameServer(() => [[127, 0, 0, 1]]);
    opened.push(names);
    const { port } = new URL(inside.url);
    const { client } = clientOf(`http://rebinding.example:${port}`, { nameServer: names.address });
    const message = 'rates: the host has an address that is not public';
    expect(await failureOf(client.read(READ))).toEqual(['unreachable', undefined, message]);
    expect(inside.connections()).toBe(0);
  });
});

describe('a breaker', () => {
  it('leaves a service alone that failed three times, and then lets one call try it', async () => {
    const { asked, listener } = answering(503, 503, 503, 503, 200);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url);
    const send = () => client.send({ ...READ, body: {} });
    const message = 'rates failed again and again; left alone';
    for (let i = 0; i < 3; i += 1) {
      await failureOf(send());
      clock.nowMs += 10;
    }
    expect(await failureOf(send())).toEqual(['unreachable', undefined, message]);
    expect(await failureOf(client.read(READ))).toEqual(['unreachable', undefined, message]);
    expect(asked).toHaveLength(3);
    clock.nowMs += 1_000;
    expect(await failureOf(send())).toEqual(['unreachable', 503, 'rates answered 503']);
    clock.nowMs += 2_000;
    expect(await send()).toEqual({ rate: '1.08' });
    expect(await send()).toEqual({ rate: '1.08' });
  });

  it('does not count what the service refuses', async () => {
    const { asked, listener } = answering(404);
    const { url } = await serve(listener);
    const { client } = clientOf(url);
    for (let i = 0; i < 5; i += 1) await failureOf(client.read(READ));
    expect(asked).toHaveLength(5);
  });

  it('can be left out', async () => {
    const { asked, listener } = answering(503);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url, { hasBreaker: false });
    for (let i = 0; i < 5; i += 1) {
      await failureOf(client.send({ ...READ, body: {} }));
      clock.nowMs += 10;
    }
    expect(asked).toHaveLength(5);
  });
});

describe('what is recorded of a call', () => {
  it('holds no URL and no header, which may be secrets', async () => {
    const { client } = clientOf('http://127.0.0.1:1/v1/key-of-ours', {
      headers: { authorization: 'Bearer key-of-ours' },
    });
    const failure: unknown = await client.read(READ).catch((error: unknown) => error);
    expect(String(failure)).toBe('ServiceFailure: rates: no answer: ECONNREFUSED');
  });

  it('is counted by destination and outcome', async () => {
    const { url } = await serve(answering(200, 404).listener);
    const meter = openMeter();
    const outbound = openOutbound({ privateAddresses: 'allow', meter });
    opened.push(outbound);
    const parts = { outbound, timeoutMs: 500, hasBreaker: false };
    const rates = openJsonClient({ ...parts, name: 'rates', baseUrl: url });
    const routes = openJsonClient({ ...parts, name: 'routes', baseUrl: 'http://127.0.0.1:1' });
    await rates.read(READ);
    await failureOf(rates.read(READ));
    await failureOf(routes.send({ ...READ, body: {} }));
    const text = await meter.registry.getSingleMetricAsString('outbound_request_seconds');
    const counts = [...text.matchAll(/_count\{(.*?)\} (\d+)/g)].map(([, labels, n]) => [labels, n]);
    expect(counts).toEqual([
      ['destination="rates",outcome="2xx"', '1'],
      ['destination="rates",outcome="4xx"', '1'],
      ['destination="routes",outcome="failed"', '1'],
    ]);
  });
});
