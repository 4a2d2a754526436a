import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { policyHashes } from '../../../tests/support/policy-hashes.ts';
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

describe('the script in the document of a link', () => {
  it('imports nothing, is not closed by what stands in it, and weighs little', async () => {
    expect(build.firstButton).not.toMatch(/<\/script|<!--|\bimport\b|\beval\b|\bFunction\(/);
    expect(gzipSync(build.firstButton).length).toBeLessThan(2_000);
  });

  it('is allowed by its hash alone, where a wallet can be chosen at once', async () => {
    const { headers, body } = await openLink({ status: 200, body: VIEW });
    const [, text = ''] = /<script data-token="[^>]*>(.*?)<\/script>/s.exec(body) ?? [];
    expect(text).toBe(build.firstButton);
    expect(headers['content-security-policy']).toContain(
      `; script-src 'self' ${policyHashes(body, 'script')}; `,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain('data-use="Pay with {}"');
    for (const file of parts['wallet'] ?? []) expect(body).toContain(file);
  });

  it('is neither there nor allowed where none can', async () => {
    const { headers, body } = await openLink({ status: 403, body: { status: 'expired' } });
    expect(body).not.toContain(build.firstButton);
    expect(headers['content-security-policy']).toContain(
      `; script-src 'self' ${policyHashes(body, 'script')}; `,
    );
  });
});

it('the script that says what is true of money is in the document of every link, and small', async () => {
  expect(build.moneyNotice).not.toMatch(/<\/script|<!--|\bimport\b|\beval\b|\bFunction\(/);
  expect(gzipSync(build.moneyNotice).length).toBeLessThan(900);
  const { body } = await openLink({ status: 403, body: { status: 'expired' } });
  expect(body).toContain(build.moneyNotice);
  expect(body).not.toContain('Nothing was charged.');
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

/** A link of which the API answers this. */
async function openLink({ status, body }: { readonly status: number; readonly body: object }) {
  const api = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    api.listen(0, '127.0.0.1', resolve);
  });
  const address = api.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const app = await openHost(`http://127.0.0.1:${port}`);
  const answer = await app.inject('/?token=01K0000000000000000000TEST');
  await app.close();
  api.closeAllConnections();
  await new Promise((resolve) => {
    api.close(resolve);
  });
  return answer;
}

/** A link over 12.50 USDC on Sepolia. */
const VIEW = {
  ...{ paymentType: 'single', payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ...{ network: 'sepolia', amount: '12500000', paymentCurrency: 'USDC-sepolia' },
};

const openHost = (apiUrl = 'http://127.0.0.1:9') =>
  createPayHost({
    ...{ mode: 'production', build, payUrl: 'http://127.0.0.1:9', apiUrl },
    ...{ authUrl: 'http://127.0.0.1:10', clientId: 'cli_page', trustedProxies: [] },
    ...{ rpcUrls: new Map(), log },
  });

const styleIn = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';

/** Not closed by what stands in it, and loading nothing that the policy would refuse. */
function expectNothingBeside(style: string): void {
  expect(style).not.toContain('</');
  expect(style).not.toMatch(/url\((?!["']?(?:data:|#))/);
}
