import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPILER } from '../scripts/compiler.ts';
import { packSdk } from '../scripts/pack-sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-sdk-'));
const installed = join(folder, 'node_modules/florin-sdk');

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
    writeFileSync(join(folder, 'main.mjs'), program);
    const argv = ['main.mjs', join(installed, 'vectors.json')];
    const printed = execFileSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
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
    writeFileSync(join(folder, 'main.ts'), program);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: [],
    };
    const project = JSON.stringify({ compilerOptions, files: ['main.ts'] });
    writeFileSync(join(folder, 'tsconfig.json'), project);
    const { stdout } = spawnSync(COMPILER, ['-p', folder], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
