import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { endpoints } from '#modules/webhooks/http/index.ts';
import type { Context } from '../../src/context.ts';
import { testContext, testDatabase } from './database.ts';
import { roomHost } from './room-host.ts';
import { signedIn } from './signed-in.ts';

/** The origin that the shop front's client ID lists. */
export const SHOP = 'https://shop.example';

interface Call {
  /** With its question mark. */
  readonly query?: string;
  readonly body?: unknown;
  /** Ask the host that is set up as in production. */
  readonly strict?: boolean;
}

/** The auth host over an account with its credentials, once as a sandbox and once as production. */
export interface WebhookHost extends AsyncDisposable {
  readonly apiKey: string;
  /** A client ID without allowed domains, and one that browsers carry. */
  readonly backend: string;
  readonly browser: string;
  /** An API key of another account. */
  readonly foreignKey: string;
  /** The headers of somebody who signed in to the account, and of somebody of the other one. */
  readonly session: Readonly<Record<string, string>>;
  readonly foreignSession: Readonly<Record<string, string>>;
  /** What the account's audit log says of webhooks. */
  audit(): Promise<readonly { readonly actor_kind: string; readonly details: string }[]>;
  /** An address that no other test has registered. */
  freshUrl(): string;
  call(
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    parts?: Call,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Opens both hosts on a database of their own. */
export async function webhookHost(): Promise<WebhookHost> {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
  const client = (label: string, allowedDomains: string[]) =>
    createClientId(ctx, { accountId, label, allowedDomains });
  const { clientId: backend } = await client('Back office', []);
  const { clientId: browser } = await client('Shop front', [SHOP]);
  const other = await createAccount(ctx, { name: 'Another' });
  const { apiKey: foreignKey } = await createApiKey(ctx, { accountId: other.id, label: 'Till' });
  const open = (given: Context) =>
    roomHost({ ctx: given, databaseUrl: database.url, host: 'auth', endpoints });
  const settings: Context['settings'] = {
    ...ctx.settings,
    mode: 'production',
    webhookManagementProof: 'session',
  };
  const [host, strictHost] = [await open(ctx), await open({ ...ctx, settings })];
  let urls = 0;
  return {
    apiKey,
    backend,
    browser,
    foreignKey,
    session: await signedIn(database.db, { accountId }),
    foreignSession: await signedIn(database.db, { accountId: other.id }),
    audit: () =>
      database.db
        .selectFrom('audit_entry')
        .select(['actor_kind', 'details'])
        .where('account_id', '=', accountId)
        .where('action', '=', 'webhook.created')
        .orderBy('id')
        .execute(),
    freshUrl: () => {
      urls += 1;
      return `https://hook.example/${urls}`;
    },
    call: async (method, headers, { body, query = '', strict = false } = {}) => {
      const answer = await (strict ? strictHost : host).app.inject({
        method,
        url: `/v1/webhook${query}`,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await strictHost[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
