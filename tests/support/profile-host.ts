import { createClientId } from '#modules/clients/index.ts';
import { endpoints } from '#modules/merchant-profiles/http/index.ts';
import type { Context } from '../../src/context.ts';
import { testContext, testDatabase } from './database.ts';
import { type KeyedAccount, keyedAccount } from './keyed-account.ts';
import { moduleHost } from './module-host.ts';

/** The endpoints of merchant profiles, over a database with two accounts. */
export interface ProfileHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly databaseUrl: string;
  readonly own: KeyedAccount;
  readonly other: KeyedAccount;
  /** A new account. */
  newAccount(): Promise<KeyedAccount>;
  /** A new client ID of an account, by its public text. */
  newClientId(account: KeyedAccount): Promise<string>;
  call(
    method: 'GET' | 'PUT' | 'DELETE',
    parts?: {
      /** Of its profile, else the profile itself. */
      readonly part?: 'website';
      /** Whose; nobody's without one. */
      readonly as?: KeyedAccount;
      readonly clientId?: string;
      readonly body?: object;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<{
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>> | null;
  }>;
}

/** Opens the host. */
export async function profileHost(): Promise<ProfileHost> {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const [own, other] = [await keyedAccount(ctx), await keyedAccount(ctx)];
  return {
    ctx,
    databaseUrl: database.url,
    own,
    other,
    newAccount: () => keyedAccount(ctx),
    newClientId: async ({ accountId }) =>
      (await createClientId(ctx, { accountId, label: 'Shop', allowedDomains: [] })).clientId,
    call: async (method, { part, as, clientId, body, headers = {} } = {}) => {
      const answer = await host.app.inject({
        method,
        url: `/v2/merchant-profile${part === undefined ? '' : `/${part}`}${clientId === undefined ? '' : `?clientId=${encodeURIComponent(clientId)}`}`,
        headers: { ...headers, ...(as && { 'x-api-key': as.apiKey }) },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
