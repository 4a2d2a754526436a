import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressDocuments } from './compress-documents.ts';

const PAGE = `<!doctype html><html>${'<p>Pay to</p>'.repeat(200)}</html>`;

async function host() {
  const app = fastify();
  compressDocuments(app);
  app.get(
    '/',
    async (_request, reply) =>
      await reply.type('text/html').header('vary', 'Accept-Language').send(PAGE),
  );
  app.get('/data', async () => ({ text: PAGE }));
  await app.ready();
  return Object.assign(app, { [Symbol.asyncDispose]: () => app.close() });
}

describe('a document', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('is compressed for a browser that takes %s', async (accepted, encoding, unpack) => {
    await using app = await host();
    const { headers, rawPayload } = await app.inject({
      url: '/',
      headers: { 'accept-encoding': accepted },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Language, Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(rawPayload.length).toBeLessThan(PAGE.length / 10);
    expect(unpack(rawPayload).toString()).toBe(PAGE);
  });

  it('is sent as it is to whoever takes nothing else, as is all that is no document', async () => {
    await using app = await host();
    for (const headers of [{}, { 'accept-encoding': 'br;q=0, gzip; q=0' }]) {
      const plain = await app.inject({ url: '/', headers });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toBe('Accept-Language, Accept-Encoding');
      expect(plain.body).toBe(PAGE);
    }
    const data = await app.inject({ url: '/data', headers: { 'accept-encoding': 'br' } });
    expect(data.headers['content-encoding']).toBeUndefined();
    expect(data.json()).toEqual({ text: PAGE });
  });
});
