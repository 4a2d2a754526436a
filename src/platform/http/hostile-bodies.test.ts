import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { KEY, type TestHost, testHost } from '../../../tests/support/test-host.ts';

let host: TestHost;
let port: number;
beforeAll(async () => {
  host = await testHost();
  port = Number(new URL(await host.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => host[Symbol.asyncDispose]());

const nested = (levels: number) => '{"a":'.repeat(levels) + '}'.repeat(levels);

/** Hostile input, and the status that it gets. */
const HOSTILE: readonly (readonly [what: string, status: number, body: string | Buffer])[] = [
  ['too large', 413, Buffer.alloc(300 * 1024, 0x20)],
  ['truncated', 400, '{"name":"a'],
  ['of another type', 400, '"name"'],
  ['deeply nested', 400, nested(40_000)],
  ['of wide nothing', 400, `[${'[],'.repeat(60_000)}[]]`],
  [
    'with 15,000 fields',
    400,
    JSON.stringify(Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`f${i}`, i]))),
  ],
  ['with one field 20,000 times', 400, `{${'"x":1,'.repeat(20_000)}"name":7}`],
  ['with a huge number', 400, `{"name":${'9'.repeat(200_000)}}`],
  ['with a number beyond numbers', 400, '{"name":1e999999}'],
  ['with a long exponent', 400, `{"name":1e${'9'.repeat(100_000)}}`],
  ['with a long fraction', 400, `{"name":0.${'1'.repeat(200_000)}}`],
  ['with a number that is none', 400, '{"name":NaN}'],
  ['with a hexadecimal number', 400, '{"name":0x10}'],
  ['with a long text', 400, `{"name":"${'x'.repeat(200_000)}"}`],
  ['of escapes', 400, `{"name":"${'\\u0000'.repeat(30_000)}"}`],
  ['of quotes', 400, '"'.repeat(200_000)],
  ['of backslashes', 400, `"${'\\'.repeat(200_000)}`],
  ['with half a surrogate', 400, '{"name":"\\ud800"}x'],
  ['that is not UTF-8', 400, Buffer.alloc(100_000, 0xff)],
];

/** Alone the most expensive one takes 30 ms; on a machine full of others four times that was measured. What grows with the square takes seconds. */
const MOST_MS = 400;

async function send(body: string | Buffer, from: number) {
  const begin = process.cpuUsage();
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/things',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    payload: body,
    // Addresses of their own, so that no limit is in the way.
    remoteAddress: `10.3.${from >> 8}.${from & 255}`,
  });
  return {
    status: answer.statusCode,
    chars: answer.body.length,
    processorMs: process.cpuUsage(begin).user / 1000,
  };
}

describe('a hostile body', () => {
  it.each(HOSTILE)('%s is refused with little work, in few words', async (_what, status, body) => {
    const tries = [await send(body, 1), await send(body, 2), await send(body, 3)];
    expect(tries.map((each) => each.status)).toEqual([status, status, status]);
    // Processor time, of the cheapest of three, as this process does other things beside.
    expect(Math.min(...tries.map(({ processorMs }) => processorMs))).toBeLessThan(MOST_MS);
    expect(Math.max(...tries.map(({ chars }) => chars))).toBeLessThan(10_000);
  });

  it('is not kept: memory is as before after hundreds of them', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heapMb = () => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const round = async (first: number) => {
      for (let i = 0; i < 200; i += 1)
        await send(HOSTILE[i % HOSTILE.length]?.[2] ?? '', first + i);
    };
    await round(1_000);
    const before = heapMb();
    await round(2_000);
    // The log of this test host is kept, and is the most of it.
    expect(heapMb() - before).toBeLessThan(20);
  });
});

describe('a slow sender', () => {
  /** Opens a connection, sends a text, and returns what came back until the other side closed it. */
  const open = (said: string, each?: (socket: Socket) => void) => {
    const begin = elapsedMs();
    return new Promise<{ readonly answer: string; readonly tookMs: number }>((resolve) => {
      let answer = '';
      let timer: NodeJS.Timeout | undefined;
      // What follows is sent once it was said, however long the connection took.
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(said);
        timer = setInterval(() => each?.(socket), 100);
      });
      socket.on('data', (part) => {
        answer += part.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve({ answer, tookMs: elapsedMs() - begin });
      });
    });
  };

  it('is given ten seconds for its headers and thirty for all of it', () => {
    expect(host.app.server.headersTimeout).toBe(10_000);
    expect(host.app.server.requestTimeout).toBe(30_000);
  });

  it('keeps no connection longer than that, however slowly bytes arrive', async () => {
    // The same limits, shorter, so that this test is.
    Object.assign(host.app.server, { headersTimeout: 500, requestTimeout: 1_000 });
    const post = `POST /v2/things HTTP/1.1\r\nhost: a\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n`;
    const cases = await Promise.all([
      open(''),
      open('POST /v2/things HTTP/1.1\r\nhost: a\r\n', (socket) => socket.write('x-a: b\r\n')),
      open(`${post}\r\n{`, (socket) => socket.write(' ')),
      open(`${post}\r\n{`),
    ]);
    for (const { answer, tookMs } of cases) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request_timeout"');
      // The default limits are ten and thirty seconds.
      expect(tookMs).toBeLessThan(8_000);
    }
  });
});
