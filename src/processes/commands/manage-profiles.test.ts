import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProfileHost, profileHost } from '../../../tests/support/profile-host.ts';
import { runFlorinHere } from '../../../tests/support/run-florin.ts';

let at: ProfileHost;
let home: string;
beforeAll(async () => {
  at = await profileHost();
  home = await mkdtemp(join(tmpdir(), 'florin-profile-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await at[Symbol.asyncDispose]();
});

const florin = (...words: readonly string[]) =>
  runFlorinHere(['profile', ...words], {
    FLORIN_MODE: 'sandbox',
    FLORIN_HOME: home,
    DATABASE_URL: at.databaseUrl,
  });

it('sets, shows and removes the profile of an account or of a client ID', async () => {
  const { accountId } = at.own;
  const clientId = await at.newClientId(at.own);
  const of = ['--account', accountId] as const;
  expect(await florin('show', ...of)).toMatchObject({ code: 0, stdout: 'It gave no name.\n' });
  const support = 'mailto:help@shop.example';
  await florin('set', ...of, '--name', 'Corner shop', '--support', support);
  await florin('set', ...of, '--client-id', clientId, '--name', 'Web shop');
  const read = async (...more: readonly string[]): Promise<unknown> =>
    JSON.parse((await florin('show', ...of, ...more, '--json')).stdout);
  expect(await read()).toMatchObject({ displayName: 'Corner shop', supportUrl: support });
  expect(await read('--client-id', clientId)).toMatchObject({ displayName: 'Web shop' });
  await florin('remove', ...of, '--client-id', clientId);
  expect(await read('--client-id', clientId)).toMatchObject({ displayName: 'Corner shop' });
});

it('sets the website of a profile, says what proves it, and removes it', async () => {
  const of = ['--account', (await at.newAccount()).accountId] as const;
  const website = ['website', 'set', ...of, '--domain', 'Shop.example'] as const;
  expect((await florin(...website)).stderr).toContain('set one first');
  await florin('set', ...of, '--name', 'Corner shop');
  const set = await florin(...website);
  expect(set.code).toBe(0);
  const text = /florin-domain=[0-9a-f]{48}/.exec(set.stdout)?.[0];
  expect(text).toBeDefined();
  expect(set.stdout).toContain(
    'A line of https://shop.example/.well-known/florin-domain.txt, or a TXT record at _florin-domain.shop.example, must be',
  );
  expect((await florin('show', ...of)).stdout).toContain('shop.example (pending)');
  const shown: unknown = JSON.parse((await florin('show', ...of, '--json')).stdout);
  expect(shown).toMatchObject({ website: { proofText: text, status: 'pending' } });
  expect((await florin('website', 'remove', ...of)).stdout).toBe('It is removed.\n');
  expect((await florin('website', 'remove', ...of)).stdout).toBe('There was none.\n');
});

it('refuses a name that may not be shown, and an account that does not exist', async () => {
  const { accountId } = at.own;
  const bad = await florin('set', '--account', accountId, '--name', 'Florin support');
  expect(bad.code).not.toBe(0);
  expect(bad.stderr).toContain('displayName must not be taken for a text of the page itself');
  const unknown = await florin('set', '--account', 'nobody', '--name', 'Corner shop');
  expect(unknown.code).not.toBe(0);
  expect(unknown.stderr).toContain('There is no account nobody');
});
