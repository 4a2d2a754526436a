import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPILER } from '../scripts/compiler.ts';
import { packSdk } from '../scripts/pack-sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-sdk-'));
const installed = join(folder, 'node_modules/florin-sdk');
const ours = fileURLToPath(new URL('../node_modules', import.meta.url));

beforeAll(() => {
  const tarball = packSdk(folder);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed kit', () => {
  it('has no dependencies and may be published', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it('works from node_modules as JavaScript, by both entries', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import * as node from 'florin-sdk';
      import * as web from 'florin-sdk/web';
      const { secret, deliveryId, vectors } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
      for (const { body, signature } of vectors) {
        const headers = { 'x-service-signature': signature, 'x-service-delivery': deliveryId };
        node.verifyWebhook({ rawBody: body, headers, secret });
        await web.verifyWebhook({ rawBody: body, headers, secret });
      }
      process.stdout.write('verified ' + vectors.length);
    `;
    const printed = run('main.mjs', program, join(installed, 'vectors.json'));
    expect(printed).toBe('verified 6');
  });

  it('has types that need nothing else', () => {
    const program = `
      import { verifyWebhook, type WebhookEvent } from 'florin-sdk';
      export function amountOf(rawBody: string, headers: Record<string, string>): string {
        const event: WebhookEvent = verifyWebhook({ rawBody, headers, secret: 'secret' });
        return event.event === 'payment.confirmed' ? event.payload.amount : '';
      }
    `;
    expect(compile('main.ts', program, ['es2022'])).toBe('');
  });

  it('types florin.js, also for pages that load it by an element', () => {
    const program = `
      import { loadFlorin, type FlorinEvent } from 'florin-sdk/florin-js';
      const onEvent = ({ event, status }: FlorinEvent) => (event === 'closed' ? status : undefined);
      export async function pay(link: string) {
        const florin = await loadFlorin('https://pay.example');
        florin.open(link, { onEvent, labels: { close: 'Schließen' } }).close();
        return globalThis.Florin?.mount(document.body, link).status === 'confirmed';
      }
    `;
    const libraries = ['es2022', 'dom'];
    expect(compile('shop.ts', program, libraries)).toBe('');
    const wrong = program.replace("'closed'", "'paid'").replace('close: ', 'cancel: ');
    const problems = compile('shop.ts', wrong, libraries);
    expect(problems).toContain('FlorinEventName');
    expect(problems).toContain("'cancel' does not exist");
  });
});

describe('the component for React', () => {
  beforeAll(() => {
    const packages = ['react', 'react-dom', 'scheduler', '@types/react', 'csstype'];
    mkdirSync(join(folder, 'node_modules/@types'));
    for (const name of packages) symlinkSync(join(ours, name), join(folder, 'node_modules', name));
  });

  it('has types of its own props', () => {
    const program = `
      import { FlorinPayment } from 'florin-sdk/react';
      export const Pay = ({ link }: { link: string }) => (
        <FlorinPayment payUrl="https://pay.example" link={link} display="modal" onEvent={({ event }) => event === 'closed'} />
      );
    `;
    const libraries = ['es2022', 'dom'];
    expect(compile('pay.tsx', program, libraries)).toBe('');
    expect(compile('pay.tsx', program.replace('modal', 'popup'), libraries)).toContain('popup');
  });

  it('is drawn by a server, where the script is loaded by nobody', () => {
    const program = `
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      import { loadFlorin } from 'florin-sdk/florin-js';
      import { FlorinPayment } from 'florin-sdk/react';
      const payUrl = 'https://pay.example';
      const inModule = loadFlorin(payUrl);
      await new Promise((resolve) => setImmediate(resolve));
      const props = { payUrl, link: payUrl + '/?token=a' };
      const refused = await inModule.catch((error) => error.message);
      process.stdout.write(renderToString(createElement(FlorinPayment, props)) + refused);
    `;
    const printed = run('server.mjs', program);
    expect(printed).toBe(
      '<div></div>florin.js runs in browsers: call loadFlorin in an effect or a handler.',
    );
  });

  it('brings no React of its own, and says to bundlers that it is for browsers', () => {
    const built = readFileSync(join(installed, 'dist/react.js'), 'utf8');
    expect(built.startsWith("'use client';")).toBe(true);
    expect(built.match(/from '[^.'][^']*'/g)).toEqual(["from 'react'"]);
  });
});

/** Runs a program beside the installed package. */
function run(name: string, program: string, ...argv: readonly string[]): string {
  writeFileSync(join(folder, name), program);
  return execFileSync(process.execPath, [name, ...argv], { cwd: folder, encoding: 'utf8' });
}

/** What the compiler says about a program beside the installed package; nothing where it is right. */
function compile(name: string, program: string, lib: readonly string[]): string {
  writeFileSync(join(folder, name), program);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2022',
    jsx: 'react-jsx',
    lib,
    types: [],
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name] }));
  return spawnSync(COMPILER, ['-p', folder], { cwd: folder, encoding: 'utf8' }).stdout;
}
