import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { endpoints } from '#modules/payers/http/index.ts';
import type { IdentityStatus } from '#providers/identity-provider.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import {
  SCRIPTED_SIGNATURE,
  type ScriptedIdentity,
  scriptedIdentity,
} from './scripted-identity.ts';

const Body = z.record(z.string(), z.unknown());

type Headers = Readonly<Record<string, string>>;

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A person who may be a payer. */
const PERSON = {
  email: 'ada@shop.example',
  firstName: 'Ada',
  lastName: 'Example',
  beneficiaryType: 'individual',
  dateOfBirth: '1990-01-01',
  addressLine1: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
  country: 'US',
  nationality: 'US',
  phone: '+12025550100',
  ssn: '000-00-0000',
};

/** The API over payers, a provider that says what a test decides, and two accounts. */
export interface PayersHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly now: ReturnType<typeof manualClock>;
  readonly identity: ScriptedIdentity;
  readonly key: Headers;
  readonly otherKey: Headers;
  call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    parts?: { readonly headers?: Headers; readonly body?: unknown },
  ): Promise<Answered>;
  /** Names a payer with this over the usual person. */
  create(more: object, headers?: Headers): Promise<Answered>;
  view(clientUserId: string, headers?: Headers): Promise<Answered>;
  /** Sends a signed callback about a check. */
  report(id: string, userRef: string): Promise<Answered>;
  /** Lets the provider say this about the current check of a payer. */
  decide(clientUserId: string, status: IdentityStatus, at?: Date): Promise<string>;
  /** The events about a payer, oldest first. */
  events(clientUserId: string): Promise<readonly Record<string, unknown>[]>;
}

/** Opens it on a database of its own, at a time that only moves when it is set. */
export async function payersHost(parts: Partial<Context> = {}): Promise<PayersHost> {
  const database = await testDatabase();
  const now = manualClock(TEST_TIME);
  const identity = scriptedIdentity(now);
  const { providers: identityProviders } = identity;
  const ctx = testContext({ db: database.db, now, identityProviders, ...parts });
  const { app, ...host } = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const keyOf = async () => {
    const { id: accountId } = await createAccount(ctx, { name: 'Shop' });
    return { 'x-api-key': (await createApiKey(ctx, { accountId, label: 'key' })).apiKey };
  };
  const [key, otherKey] = [await keyOf(), await keyOf()];
  const call: PayersHost['call'] = async (method, path, { headers = key, body } = {}) => {
    const sent = body === undefined ? {} : { payload: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...type, ...headers },
      ...sent,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const rowOf = (clientUserId: string) =>
    ctx.db
      .selectFrom('payer')
      .selectAll()
      .where('client_user_id', '=', clientUserId)
      .executeTakeFirstOrThrow();
  return {
    ctx,
    now,
    identity,
    key,
    otherKey,
    call,
    create: (more, headers) =>
      call('POST', '/v2/payer', { body: { ...PERSON, ...more }, ...(headers && { headers }) }),
    view: (clientUserId, headers) =>
      call('GET', `/v2/payer/${encodeURIComponent(clientUserId)}`, { ...(headers && { headers }) }),
    report: (id, userRef) =>
      call('POST', '/v2/callbacks/identity/scripted', {
        headers: { 'x-signature': SCRIPTED_SIGNATURE },
        body: { id, userRef },
      }),
    decide: async (clientUserId, status, at) => {
      const { id, check_number: number } = await rowOf(clientUserId);
      identity.decided.set(`${id}.${number}`, { status, ...(at && { at }) });
      return `${id}.${number}`;
    },
    events: async (clientUserId) => {
      const rows = await ctx.db.selectFrom('event').select('payload').orderBy('id').execute();
      const all = rows.map(({ payload }) => Body.parse(JSON.parse(String(payload))));
      return all.filter((event) => event['clientUserId'] === clientUserId);
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
