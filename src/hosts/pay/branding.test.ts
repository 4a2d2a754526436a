import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountBranding } from './branding.ts';

const PIXEL = Buffer.from('89504e470d0a1a0a', 'hex');

let position: string;
let app: FastifyInstance;
const lines: string[] = [];

function hostOf(folder: string | undefined): FastifyInstance {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const host = fastify();
  mountBranding(host, { folder, log });
  return host;
}

beforeAll(async () => {
  position = await mkdtemp(join(tmpdir(), 'branding-'));
  const folder = join(position, 'branding');
  await mkdir(join(folder, 'stalls', 'folder.png'), { recursive: true });
  await mkdir(join(folder, '.hidden'));
  await writeFile(join(position, 'secret.png'), 'secret');
  await writeFile(join(folder, 'stalls', 'Logo.PNG'), PIXEL);
  await writeFile(join(folder, 'stalls', 'logo.avif'), PIXEL);
  await writeFile(join(folder, 'stalls', 'terms.html'), '<h1>Terms</h1><script>alert(1)</script>');
  await writeFile(join(folder, 'stalls', 'logo.svg'), '<svg/>');
  await writeFile(join(folder, '.hidden', 'logo.png'), PIXEL);
  await writeFile(join(folder, 'large.png'), '');
  await truncate(join(folder, 'large.png'), 512 * 1024 + 1);
  await symlink(join(position, 'secret.png'), join(folder, 'out.png'));
  await symlink(position, join(folder, 'up'));
  await symlink('stalls/logo.svg', join(folder, 'drawing.png'));
  await symlink('stalls/logo.avif', join(folder, 'current.avif'));
  app = hostOf(folder);
});
afterAll(async () => {
  await app.close();
  await rm(position, { recursive: true });
});

describe('a picture', () => {
  it.each([
    ['/branding/stalls/Logo.PNG', 'image/png'],
    ['/branding/stalls/logo.avif', 'image/avif'],
    ['/branding/current.avif', 'image/avif'],
  ])('%s is served as %s', async (path, type) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=300',
    });
    expect(answer.rawPayload).toEqual(PIXEL);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await app.inject('/branding/stalls/logo.avif');
    const known = { 'if-none-match': String(headers.etag) };
    const again = await app.inject({ url: '/branding/stalls/logo.avif', headers: known });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('a legal page', () => {
  it('may be displayed and do nothing', async () => {
    const { headers, body } = await app.inject('/branding/stalls/terms.html');
    expect(body).toContain('<h1>Terms</h1>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
  });
});

describe('nothing is at', () => {
  it.each([
    ['a name that is not there', '/branding/stalls/none.png'],
    ['a drawing', '/branding/stalls/logo.svg'],
    ['a drawing under the name of a picture', '/branding/drawing.png'],
    ['a folder', '/branding/stalls/folder.png'],
    ['a hidden folder', '/branding/.hidden/logo.png'],
    ['a link that leads out', '/branding/out.png'],
    ['a linked folder that leads out', '/branding/up/secret.png'],
    ['a way up', '/branding/../secret.png'],
    ['a way up that is spelled out', '/branding/%2e%2e/secret.png'],
    ['a slash that is spelled out', '/branding/stalls%2f..%2f..%2fsecret.png'],
    ['a NUL', '/branding/stalls/Logo.PNG%00.png'],
    ['the folder itself', '/branding/'],
    ['a file through a file', '/branding/stalls/Logo.PNG/logo.png'],
  ])('%s', async (_what, path) => {
    expect((await app.inject(path)).statusCode).toBe(404);
  });

  it('a file that is too large, and is logged', async () => {
    expect((await app.inject('/branding/large.png')).statusCode).toBe(404);
    expect(lines.join('')).toContain('a file for the pay page is too large');
  });

  it.each([undefined, '/nowhere/at/all'])('any path where the folder is %s', async (folder) => {
    const host = hostOf(folder);
    expect((await host.inject('/branding/stalls/Logo.PNG')).statusCode).toBe(404);
    await host.close();
    const logged = lines.join('').includes('the folder of BRANDING_FOLDER cannot be opened');
    expect(logged).toBe(folder !== undefined);
  });
});
