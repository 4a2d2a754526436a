import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  answering,
  failureOf,
  JSON_HEADERS,
  useJsonEndpoint,
} from '../../../tests/support/json-endpoint.ts';
import { startNameServer } from '../../../tests/support/name-server.ts';
import { openMeter } from '../metrics.ts';
import { openJsonClient } from './json-client.ts';
import { openOutbound } from './outbound.ts';

const Rate = z.object({ rate: z.string() });
const READ = { path: '/rate', schema: Rate };

const { opened, serve, clientOf } = useJsonEndpoint();

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
    ['0', [200], 2],
    ['1', [1_000], 2],
    ['60', [], 1],
  ])(
    'waits as long as the service asks for, %s s, and as otherwise at least, unless that is too long',
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
    const { client } = clientOf(url, {
      headers: { authorization: 'Bearer x', 'idempotency-key': 'none' },
    });
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
    const isLate = String(failure.at(-1)).includes('within 100 ms');
    const { client } = clientOf(url, isLate ? { timeoutMs: 100 } : {});
    expect(await failureOf(client.send({ ...READ, body: {} }))).toEqual(failure);
  });

  it('that answers another shape is reported with at most five of the paths', async () => {
    let answer = '{}';
    const { url } = await serve((_, response) => {
      response.writeHead(200, JSON_HEADERS).end(answer);
    });
    const { client } = clientOf(url);
    const schema = z.object(
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, z.string()])),
    );
    const messageNow = async () => (await failureOf(client.read({ path: '/rate', schema })))[2];
    expect(await messageNow()).toBe('rates answered another shape than documented: a, b, c, d, e');
    answer = '[]';
    expect(await messageNow()).toBe('rates answered another shape than documented: the whole');
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
    const { client } = clientOf(url, { bytesMax: 1_000 });
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
    const parts = { outbound, timeoutMs: 60_000, hasBreaker: false };
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
