import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { openLog } from '#platform/log.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { endpoints } from './index.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const DESTINATION = `0x${'11'.repeat(20)}@eip155:8453:${USDC}`;
const BODY = JSON.stringify({ requests: [{ destinationId: DESTINATION, amount: '12.5' }] });

let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
/** Another process on the same database, as far as what is shared in memory goes. */
let elsewhere: typeof host;
let ctx: Context;
/** What the host has logged. */
const lines: { readonly msg: string; readonly accountId?: string }[] = [];
/** While a look-up of keys is held back: what else was read meanwhile. */
let held: { readonly until: Promise<void>; readonly begun: () => void; others: number } | undefined;

beforeAll(async () => {
  database = await testDatabase();
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (held === undefined) return result;
      if (result.rows.some((row) => 'key_hash' in row)) await held.until;
      else {
        held.others += 1;
        held.begun();
      }
      return result;
    },
  });
  const log = openLog({
    level: 'info',
    mode: 'production',
    write: (line) => lines.push(JSON.parse(line)),
  });
  ctx = { ...testContext({ db, chains: connected(stillChain('base')) }), log };
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const there = { ...ctx, db: database.db };
  elsewhere = await moduleHost({ ctx: there, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The accounts of the calls that were answered, as the log has them. */
const callersAnswered = () =>
  lines.filter(({ msg }) => msg === 'answered').map(({ accountId }) => accountId);

/** An account with an API key that was used here. */
async function knownCaller() {
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
  const post = async (idempotencyKey: string, body = BODY, { app } = host) => {
    const { statusCode, headers, json } = await app.inject({
      method: 'POST',
      url: '/v2/secure-payments',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'idempotency-key': idempotencyKey,
      },
      payload: body,
    });
    return { status: statusCode, headers, body: json() };
  };
  const links = async () => {
    const rows = database.db.selectFrom('secure_payment').selectAll();
    return (await rows.where('account_id', '=', accountId).execute()).length;
  };
  const first = await post('first');
  expect([first.status, await links()]).toEqual([201, 1]);
  return { accountId, post, links, first };
}

describe('a named link of an API key that was valid here before', () => {
  it('is prepared while the key is looked up, and written after', async () => {
    const { post, links } = await knownCaller();
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    held = { until, begun, others: 0 };
    const posting = post('second');
    await hasBegun;
    expect([held.others, await links()]).toEqual([1, 1]);
    held = undefined;
    letGo();
    const { status, headers } = await posting;
    expect([status, await links()]).toEqual([201, 2]);
    expect(headers['ratelimit-remaining']).toBe('2998');
  });

  it.each([
    ['is new', 'second', BODY],
    ['was answered before', 'first', BODY],
    ['was answered before with another body', 'first', BODY.replace('12.5', '13')],
    ['is no JSON', 'second', '{'],
    ['has a field that is refused', 'second', '{"requests":[]}'],
    ['has a name that could not be one', 'a b', BODY],
  ])('that %s is refused (401) from the moment the key is revoked', async (_, name, body) => {
    const { accountId, post, links } = await knownCaller();
    const revoked = { revoked_at: ctx.now() };
    const keys = database.db.updateTable('api_key').set(revoked);
    await keys.where('account_id', '=', accountId).execute();
    const answer = await post(name, body);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([401, undefined]);
    expect([await links(), callersAnswered().slice(-2)]).toEqual([1, [accountId, undefined]]);
  });

  it.each([
    ['is new', 'second', BODY],
    ['was answered before', 'first', BODY],
    ['is no JSON', 'second', '{'],
  ])('that %s is refused (429) beyond the limit', async (_, name, body) => {
    const { accountId, post, links } = await knownCaller();
    await sql`
      insert into rate_limit_block (key, ends_at_ms)
      select key, ${Date.now() + 60_000} from rate_limit_window
      on conflict do nothing`.execute(database.db);
    const answer = await post(name, body);
    expect([answer.status, await links()]).toEqual([429, 1]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Nobody, as of all calls beyond a limit: a flood of them is no flood of rows.
    expect(callersAnswered().slice(-2)).toEqual([accountId, undefined]);
  });

  it('that is repeated is answered again, with another body refused, and done once', async () => {
    const { post, links, first } = await knownCaller();
    const again = await post('first');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await post('first', BODY.replace('12.5', '13'));
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await links()).toBe(1);
  });

  it('that another process has answered costs new ones that share its statement nothing', async () => {
    const { post, links } = await knownCaller();
    const there = await post('there', BODY, elsewhere);
    const names = ['a', 'b', 'there', 'c', 'd'];
    const answers = await Promise.all(names.map((name) => post(name)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(answers[2]?.body).toEqual(there.body);
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(5);
    expect(await links()).toBe(6);
  });
});
