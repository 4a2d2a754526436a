import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { testHost } from '../../../tests/support/test-host.ts';
import { openPageHost } from './open-page-host.ts';

const log = pino({ level: 'silent' });

describe('a connection on which nothing has come', () => {
  it.each([
    ['the API', testHost],
    [
      'pages',
      async () => ({
        app: openPageHost({ name: 'pages', url: () => 'http://a', trustedProxies: [], log }),
        [Symbol.asyncDispose]: async () => undefined,
      }),
    ],
  ])(
    'does not keep a host of %s from closing, and a request begun is answered',
    async (_, open) => {
      await using host: Awaited<ReturnType<typeof open>> = await open();
      const { app } = host;
      const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
      const port = Number(address.port);
      const accepted: Socket[] = [];
      app.server.on('connection', (socket) => accepted.push(socket));
      const unused = connect(port, '127.0.0.1');
      const begun = connect(port, '127.0.0.1');
      for (const socket of [unused, begun]) socket.on('error', () => undefined);
      let answer = '';
      begun.on('data', (part) => {
        answer += part.toString('latin1');
      });
      const ended = Promise.all(
        [unused, begun].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
      begun.write('GET /healthz HTTP/1.1\r\n');
      // Of the other nothing comes, of this one as far as it goes.
      const read = () => accepted.map(({ bytesRead }) => bytesRead).toSorted((a, b) => a - b);
      await expect.poll(read).toEqual([0, 'GET /healthz HTTP/1.1\r\n'.length]);
      const closing = app.close().then(() => 'closed');
      begun.write('host: a\r\n\r\n');
      const over = new AbortController();
      const late = wait(30_000, 'late', { ref: false, signal: over.signal }).catch(() => 'closed');
      expect(await Promise.race([closing, late])).toBe('closed');
      over.abort();
      await ended;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});
