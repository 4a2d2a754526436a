import { connect } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPages } from '#kit/read-pages.ts';
import { openLog } from '#platform/log.ts';
import { ExportedList, type ExportFormat } from './exported-list.ts';
import { openExports } from './send-list.ts';

const Item = z.object({
  id: z.int(),
  who: z.object({ name: z.string() }).nullable(),
  fees: z.array(z.string()),
});

const PAGE = 100;

interface Exporting {
  readonly items: number;
  readonly format?: ExportFormat;
  /** Called before each page after the first. */
  readonly beforePage?: (page: number) => Promise<void> | void;
}

const running: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each[Symbol.asyncDispose]();
});

/** A host whose one path exports, and what was read for it. */
async function exporting({ items, format = 'csv', beforePage }: Exporting) {
  const closing = new AbortController();
  const sendList = openExports({
    log: openLog({ level: 'silent', mode: 'sandbox' }),
    closing: closing.signal,
  });
  const app = fastify();
  const read = { pages: 0 };
  const pages = () =>
    readPages(async (from: number | undefined) => {
      const first = from ?? 0;
      if (first > 0) await beforePage?.(first / PAGE);
      read.pages += 1;
      const length = Math.min(PAGE, items - first);
      const page = Array.from({ length }, (_, i) => ({
        id: first + i,
        who: i % 2 === 0 ? { name: `=${i}` } : null,
        fees: ['1'],
        secret: 'hidden',
      }));
      return { items: page, next: first + PAGE < items ? first + PAGE : undefined };
    });
  app.get('/:account', (request, reply) =>
    sendList({
      accountId: z.object({ account: z.string() }).parse(request.params).account,
      operationId: 'exportThings',
      reply,
      item: Item,
      open: async () => new ExportedList({ fileName: 'things', format, pages: pages() }),
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const port = z.object({ port: z.int() }).parse(app.server.address()).port;
  running.push({ [Symbol.asyncDispose]: () => app.close() });
  return { url: `http://127.0.0.1:${port}`, port, read, close: () => closing.abort() };
}

describe('a list that is exported', () => {
  it('is written as CSV with a column for each member, page after page', async () => {
    const { url, read } = await exporting({ items: 250 });
    const text = await (await fetch(`${url}/a`)).text();
    const lines = text.split('\r\n');
    // `text()` removes the byte order mark.
    expect(lines[0]).toBe('id,who.name,fees');
    expect(lines[1]).toBe(`0,'=0,"[""1""]"`);
    expect(lines[2]).toBe('1,,"[""1""]"');
    expect(lines).toHaveLength(252);
    expect(read.pages).toBe(3);
    expect(text).not.toContain('hidden');
  });

  it.each([0, 1, 100, 101, 250])('is one array of %i as JSON', async (items) => {
    const { url } = await exporting({ items, format: 'json' });
    const list = z.array(Item.strict()).parse(await (await fetch(`${url}/a`)).json());
    expect(list.map(({ id }) => id)).toEqual(Array.from({ length: items }, (_, i) => i));
  });

  it('breaks off, and is not whole, where a page cannot be read', async () => {
    const { url } = await exporting({
      items: 250,
      beforePage: (page) => {
        if (page === 2) throw new Error('the database is away');
      },
    });
    const answer = await fetch(`${url}/a`);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('is read no faster than its caller takes it', async () => {
    const { port, read } = await exporting({ items: 4_000_000 });
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write('GET /a HTTP/1.1\r\nhost: here\r\n\r\n');
    // The buffers of both sockets fill, and then nothing is read.
    await expect.poll(() => steady(read), { timeout: 120_000, interval: 300 }).toBe(true);
    expect(read.pages).toBeLessThan(20_000);
    socket.destroy();
  });

  it('ends when its caller hangs up, when the host closes, and frees its place', async () => {
    const pageRead = Promise.withResolvers<void>();
    const { url, close } = await exporting({ items: 300, beforePage: () => pageRead.promise });
    const leaving = new AbortController();
    const first = await fetch(`${url}/a`, { signal: leaving.signal });
    const second = await fetch(`${url}/a`);
    expect((await fetch(`${url}/a`)).status).toBe(429);
    expect((await fetch(`${url}/b`)).status).toBe(200);
    leaving.abort();
    await expect(first.text()).rejects.toThrow();
    await expect.poll(async () => (await fetch(`${url}/a`)).status).toBe(200);
    close();
    pageRead.resolve();
    await expect(second.text()).rejects.toThrow();
  });
});

let lastPages = -1;
function steady({ pages }: { readonly pages: number }): boolean {
  const isSteady = pages > 0 && pages === lastPages;
  lastPages = pages;
  return isSteady;
}
