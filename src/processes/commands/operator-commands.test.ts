import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { createClientId, findApiKeyActor, findClientId } from '#modules/clients/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { runFlorin, runFlorinHere } from '../../../tests/support/run-florin.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let home: string;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'florin-operator-'));
  ctx = testContext({ db: database.db, now: systemClock, newId: idMaker(systemClock) });
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

/** Runs `florin` with these words on the test's database. */
const florin = (text: readonly string[]) => runFlorinHere(text, settings());

const settings = () => ({
  FLORIN_MODE: 'sandbox',
  FLORIN_HOME: home,
  DATABASE_URL: database.url,
});

/** What a command that must go well prints for programs. */
async function json(...text: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await florin([...text, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
}

const actionsOf = async (accountId: unknown) => {
  const rows = await database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('account_id', '=', String(accountId))
    .where('actor_kind', '=', 'operator')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('an operator', () => {
  it('makes an account, a key for it, and ends the key', async () => {
    const wallet = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
    const login = ['--email', 'ops@shop.example', '--wallet', wallet];
    const made = await json('account', 'create', '--name', 'A shop', ...login);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      name: 'A shop',
      wallet: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      email: 'ops@shop.example',
      password: expect.stringMatching(/^[\w-]{24}$/),
    });
    const account = String(made['id']);
    const issued = await json('key', 'issue', '--account', account, '--label', 'Till');
    const apiKey = String(issued['apiKey']);
    expect(await findApiKeyActor(ctx, apiKey)).toMatchObject({ accountId: account });
    const listed = await florin(['key', 'list', '--account', account]);
    expect(listed.stdout).toContain(String(issued['prefix']));
    expect(listed.stdout).not.toContain(apiKey);
    await json('key', 'revoke', String(issued['id']));
    expect(await findApiKeyActor(ctx, apiKey)).toBeUndefined();
    expect(await actionsOf(account)).toEqual([
      'account.created',
      'login.added',
      'login.added',
      'api_key.created',
      'api_key.revoked',
    ]);
    const { accounts } = await json('account', 'list');
    expect(accounts).toContainEqual(
      expect.objectContaining({ id: account, walletLogins: 1, emailLogins: 1 }),
    );
    const { sessions } = await json('sessions', 'list', '--account', account);
    expect(sessions).toEqual([]);
  });

  it('takes a password from standard input and prints none', async () => {
    const text = ['account', 'create', '--name', 'B', '--email', 'b@shop.example'];
    const read = (words: readonly string[], input: string) => runFlorin(words, settings(), input);
    const done = await read([...text, '--password-stdin', '--json'], 'correct horse\n');
    expect(JSON.parse(done.stdout)).toMatchObject({ email: 'b@shop.example', password: null });
    const short = await read([...text.with(5, 'c@shop.example'), '--password-stdin'], 'short\n');
    expect(short).toMatchObject({ code: 1, stdout: '' });
    // All or nothing: no account is left without its login.
    const left = await database.db
      .selectFrom('account')
      .select('id')
      .where('name', '=', 'B')
      .execute();
    expect(left).toHaveLength(1);
  });

  it('resets the second factors of somebody who lost them', async () => {
    const login = ['--name', 'D', '--email', 'lost@shop.example'];
    const { id: accountId } = await json('account', 'create', ...login);
    const { person_id } = await database.db
      .selectFrom('account_member')
      .select('person_id')
      .where('account_id', '=', String(accountId))
      .executeTakeFirstOrThrow();
    const times = { created_at: systemClock(), activated_at: systemClock() };
    const app = { id: 'app', person_id, name: 'A phone', secret_key_version: 1 };
    const secret_sealed = Buffer.alloc(40);
    await database.db
      .insertInto('authenticator_app')
      .values({ ...app, ...times, secret_sealed })
      .execute();
    const done = { email: 'LOST@shop.example', accountId, removed: 1, sessionsEnded: 0 };
    expect(await json('second-factor', 'reset', 'LOST@shop.example')).toEqual(done);
    expect(await database.db.selectFrom('authenticator_app').select('id').execute()).toEqual([]);
    expect((await actionsOf(accountId)).at(-1)).toBe('second_factor.reset');
  });

  it('makes an administrator by a login, and one no more', async () => {
    const login = ['--name', 'E', '--email', 'boss@shop.example'];
    const { id: accountId } = await json('account', 'create', ...login);
    const changed = { login: 'boss@shop.example', changed: true };
    const granted = await json('admin', 'grant', 'boss@shop.example');
    expect(granted).toEqual({ ...changed, isAdministrator: true });
    expect((await florin(['admin', 'grant', 'boss@shop.example'])).stdout).toContain('already');
    const listed = await florin(['admin', 'list']);
    expect(listed.stdout).toContain('boss@shop.example');
    const revoked = await json('admin', 'revoke', 'boss@shop.example');
    expect(revoked).toEqual({ ...changed, isAdministrator: false });
    expect((await json('admin', 'list'))['administrators']).toEqual([]);
    expect((await actionsOf(accountId)).slice(-2)).toEqual([
      'administrator.granted',
      'administrator.revoked',
    ]);
  });

  it('sets a tier and lifts a block', async () => {
    const { id: accountId } = await json('account', 'create', '--name', 'C');
    const options = { accountId: String(accountId), label: 'Front', allowedDomains: [] };
    const { clientId } = await createClientId(ctx, options);
    await json('tier', 'set', clientId, 'premium');
    expect(await findClientId(ctx, clientId)).toMatchObject({ rateTier: 'premium' });
    const rows = [
      `client_id:${clientId}:192.0.2.1`,
      `orchestrator_key:hash+${clientId}:192.0.2.1`,
      'client_id:cli_other:192.0.2.1',
    ].map((key) => ({ key, ends_at_ms: 9_999n }));
    await database.db.insertInto('rate_limit_block').values(rows).execute();
    const attempts = { key: `throttle:${clientId}`, points: 9_999, expire: null };
    await database.db.insertInto('rate_limit').values(attempts).execute();
    expect(await json('unblock', clientId)).toEqual({ lifted: [{ name: clientId, removed: 2 }] });
    expect(await json('unblock')).toEqual({ lifted: [{ name: null, removed: 1 }] });
    const left = await database.db.selectFrom('rate_limit').select('key').execute();
    expect(left).toEqual([{ key: `throttle:${clientId}` }]);
    expect(await actionsOf(accountId)).toEqual([
      'account.created',
      'rate_tier.set',
      'rate_limit.unblocked',
    ]);
  });
});

describe('an operator who errs', () => {
  it.each([
    [['key', 'issue', '--account', '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', '--label', 'x'], 'no account'],
    [['key', 'revoke', '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'], 'not found'],
    [['tier', 'set', 'cli_nobody', 'basic'], 'not found'],
    [['admin', 'grant', 'nobody@shop.example'], 'Nobody signs in with'],
    [['second-factor', 'reset', 'nobody@shop.example'], 'Nobody has registered'],
    [['unblock', 'somebody'], 'is no client ID'],
    [['sessions', 'end', 'x', '--account', '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'], 'no live session'],
    [['account', 'create', '--name', 'D', '--wallet', '0x12'], 'wallet'],
  ])('reads the reason for %j, with exit code 1', async (text, why) => {
    const { code, stdout, stderr } = await florin([...text, '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(why);
  });

  it.each([
    [['key', 'issue']],
    [['tier', 'set', 'cli_x', 'fastest']],
    [['account', 'create', '--name', 'x', '--password', 'in the open']],
    [['nonsense']],
  ])('reads the usage of %j, with exit code 2', async (text) => {
    const { code, stderr } = await florin(text);
    expect(code).toBe(2);
    expect(stderr).toContain('error:');
  });

  it('reads recurring payouts, and that there is none with an unknown id', async () => {
    expect(await json('recurring', 'list', '--status', 'paused')).toEqual({ payouts: [] });
    const said = (await florin(['recurring', 'list'])).stdout;
    expect(said).toBe('There are no recurring payouts.\n');
    expect(await florin(['recurring', 'show', '01K8Z3N5T7V9X1B3D5F7H9J1M3'])).toMatchObject({
      code: 1,
      stderr: 'There is no recurring payout 01K8Z3N5T7V9X1B3D5F7H9J1M3\n',
    });
  });
});
