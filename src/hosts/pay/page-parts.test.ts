import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { importedAtOnce } from '../pages/imported-files.ts';
import { ensurePageBuild } from './build.ts';
import { createPayHost } from './pay-host.ts';

const log = pino({ level: 'silent' });
const build = await ensurePageBuild({ log });
const { parts } = build;
const namesIn = (files: readonly string[] | undefined) =>
  files?.map((file) => basename(file).replace(/-[\w-]{8}\.js$/, ''));

describe('the later parts of the pay page', () => {
  it('come in one file each, beside what is here before them', () => {
    expect(namesIn(parts['controller'])).toEqual(['controller']);
    expect(namesIn(parts['billed'])).toEqual(['billed', 'controller']);
    expect(namesIn(parts['more'])).toEqual(['more', 'controller']);
    expect(namesIn(parts['testWallet'])).toEqual(['test-wallet']);
  });

  it('bring all that they import at once', async () => {
    for (const files of Object.values(parts)) {
      for (const file of files) {
        const whole = await importedAtOnce(build.folder, basename(file));
        const others = [...whole].filter((name) => `/assets/${name}` !== build.script);
        expect(files.map((one) => basename(one))).toEqual(expect.arrayContaining(others));
      }
    }
  });

  it('have nothing of viem and no wallet of the sandbox in the first two files', async () => {
    for (const file of [build.script, ...(parts['controller'] ?? [])]) {
      const text = await readFile(join(build.folder, file), 'utf8');
      expect(text).not.toMatch(/keccak|viem|privateKey/);
    }
  });
});

it('a document carries its style sheet, and names the scripts that its first view needs', async () => {
  const app = await openHost();
  const { body } = await app.inject('/');
  const style = styleIn(body);
  expect(style).toBe(await readFile(join(build.folder, build.style), 'utf8'));
  expectNothingBeside(style);
  expect(body).not.toContain('rel="stylesheet"');
  const named = [...body.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
  expect(named).toEqual(parts['controller']);
  for (const href of named) expect((await app.inject(href ?? '')).statusCode).toBe(200);
  await app.close();
});

it.each([
  ['/onboarding/', 'onboarding'],
  ['/recurring/', 'recurring'],
] as const)('%s carries its style sheet, which its policy allows', async (path, name) => {
  const app = await openHost();
  const { headers, body } = await app.inject(path);
  const style = styleIn(body);
  expect(style).toBe(await readFile(join(build[name].folder, build[name].style), 'utf8'));
  expectNothingBeside(style);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(body).not.toContain('rel="stylesheet"');
  await app.close();
});

const openHost = () =>
  createPayHost({
    ...{ mode: 'production', build, payUrl: 'http://127.0.0.1:9', apiUrl: 'http://127.0.0.1:9' },
    ...{ authUrl: 'http://127.0.0.1:10', clientId: 'cli_page', trustedProxies: [] },
    ...{ rpcUrls: new Map(), log },
  });

const styleIn = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';

/** Not closed by what stands in it, and loading nothing that the policy would refuse. */
function expectNothingBeside(style: string): void {
  expect(style).not.toContain('</');
  expect(style).not.toMatch(/url\((?!["']?(?:data:|#))/);
}
