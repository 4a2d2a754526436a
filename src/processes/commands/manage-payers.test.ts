import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context, requireDataVault } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { openDataVault } from '#kit/data-vault.ts';
import { systemRandom } from '#kit/secret.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { insertPayer } from '../../../tests/support/payment-details-host.ts';
import { runFlorinHere } from '../../../tests/support/run-florin.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let home: string;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'florin-payers-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

const keyOf = (version: number) => ({
  version,
  bytes: Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 7 + version) % 256)),
});

/** The setting with these keys, of which the first seals. */
const keys = (...versions: readonly number[]) =>
  versions.map((version) => `${version}:${keyOf(version).bytes.toString('base64')}`).join();

const florin = (PERSONAL_DATA_KEYS: string, ...words: readonly string[]) =>
  runFlorinHere(words, {
    ...{ FLORIN_MODE: 'sandbox', FLORIN_HOME: home, DATABASE_URL: database.url },
    ...{ API_PORT: '0', AUTH_PORT: '0', PAY_PORT: '0', PERSONAL_DATA_KEYS },
  });

/** A context whose values are sealed with this key. */
function sealingWith(version: number): Context {
  const dataVault = openDataVault([keyOf(version)], systemRandom);
  return testContext({ db: database.db, now: systemClock, dataVault });
}

describe('an operator', () => {
  it('rotates the keys of personal data, and reads when an old one may go', async () => {
    const account = await insertAccount(database.db);
    await insertPayer(sealingWith(1), account, 'u-1');
    await insertPayer(sealingWith(2), account, 'u-2');
    const before = await florin(keys(2, 1), 'doctor');
    expect(before.stdout).toContain(
      '! personal data: 1 values were sealed with key 1: npx florin personal-data rotate seals them with key 2',
    );
    const rotated = await florin(keys(2, 1), 'personal-data', 'rotate', '--json');
    expect(rotated).toMatchObject({ code: 0 });
    expect(JSON.parse(rotated.stdout)).toEqual({
      keyVersion: 2,
      tables: [
        { table: 'payer_secret', resealed: 1, failed: 0, left: 0 },
        { table: 'payer', resealed: 0, failed: 0, left: 0 },
        { table: 'payment_detail', resealed: 0, failed: 0, left: 0 },
      ],
    });
    expect((await florin(keys(2), 'doctor')).stdout).toContain(
      '✓ personal data: key 2 seals it, and nothing is sealed with another',
    );
    const exported = await florin(
      keys(2),
      'payer',
      'export',
      '--account',
      account,
      '--user',
      'u-1',
    );
    expect(JSON.parse(exported.stdout)).toMatchObject({ payer: { person: { firstName: 'Ada' } } });
  });

  it('sees what does not open, and which key it lacks', async () => {
    const account = await insertAccount(database.db);
    const lost = await insertPayer(sealingWith(7), account, 'u-1');
    expect((await florin(keys(2), 'doctor')).stdout).toContain(
      '✗ personal data: 1 values were sealed with key 7, which PERSONAL_DATA_KEYS does not have: they cannot be read',
    );
    const rotated = await florin(keys(2), 'personal-data', 'rotate');
    expect(rotated.code).toBe(1);
    expect(rotated.stderr).toContain(
      `payer_secret.person of ${lost} was sealed with key 7, which is not among the keys`,
    );
    const erased = ['payer', 'erase', '--account', account, '--user', 'u-1', '--yes'];
    expect(await florin(keys(2), ...erased)).toMatchObject({ code: 0 });
    expect((await florin(keys(2), 'personal-data', 'rotate')).code).toBe(0);
  });

  it('erases a payer only with --yes, and of the account that is named', async () => {
    const [account, other] = [await insertAccount(database.db), await insertAccount(database.db)];
    const id = await insertPayer(sealingWith(2), account, 'u-1');
    const erase = (accountId: string, ...more: readonly string[]) =>
      florin(keys(2), 'payer', 'erase', '--account', accountId, '--user', 'u-1', ...more);
    expect(await erase(account)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('add --yes'),
    });
    expect(await erase(other, '--yes')).toMatchObject({
      code: 1,
      stderr: 'Payer with client user ID u-1 not found\n',
    });
    expect(await erase('nobody', '--yes')).toMatchObject({
      code: 1,
      stderr: 'There is no account nobody\n',
    });
    const done = await erase(account, '--yes', '--json');
    const atProviders = { identityChecks: [`${id}.1`], bankAccounts: [] };
    expect(JSON.parse(done.stdout)).toEqual({ payerId: id, paymentDetails: 0, atProviders });
    const again = await florin(keys(2), 'payer', 'export', '--account', account, '--user', 'u-1');
    expect(again).toMatchObject({ code: 1, stdout: '' });
  });

  it('reads sealed data with no other key of the same version', () => {
    const place = { accountId: 'a', table: 't', column: 'c', id: 'i' };
    const sealed = requireDataVault(sealingWith(1)).seal('Ada', place);
    const other = openDataVault([{ ...keyOf(2), version: 1 }], systemRandom);
    expect(() => other.open(sealed, place)).toThrow('another key 1');
  });
});
