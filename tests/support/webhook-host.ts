import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { endpoints } from '#modules/webhooks/http/index.ts';
import type { Context } from '../../src/context.ts';
import { testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { textAt } from './partner-host.ts';
import { signedIn } from './signed-in.ts';

/** The origin that the shop front's client ID lists. */
export const SHOP = 'https://shop.example';

type Headers = Readonly<Record<string, string>>;

interface Call {
  /** Behind `/v1/webhook`, with its slash. */
  readonly path?: string;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: unknown;
  /** Ask the host that is set up as in production. */
  readonly strict?: boolean;
}

/**
 * The auth host over an account with its credentials, once as a sandbox and once as production, which
 * also names processors otherwise.
 */
export interface WebhookHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly accountId: string;
  readonly apiKey: string;
  /** A client ID without allowed domains, and one that browsers carry. */
  readonly backend: string;
  readonly browser: string;
  /** An API key of another account. */
  readonly foreignKey: string;
  /** The headers of somebody who signed in to the account, and of somebody of the other one. */
  readonly session: Headers;
  readonly foreignSession: Headers;
  /** What the account's audit log says of webhooks. */
  audit(
    action?: string,
  ): Promise<readonly { readonly actor_kind: string; readonly details: string }[]>;
  /** An address that no other test has registered. */
  freshUrl(): string;
  /** A new endpoint of the caller with these headers; returns its id. */
  newWebhook(headers: Headers, body?: { readonly clientId: string }): Promise<string>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    headers: Headers,
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
    moduleHost({ ctx: given, counts: database.pool, host: 'auth', endpoints });
  const settings: Context['settings'] = {
    ...ctx.settings,
    mode: 'production',
    webhookManagementProof: 'session',
    webhookProcessorNames: { 'service-network': 'other-network' },
  };
  const [host, strictHost] = [await open(ctx), await open({ ...ctx, settings })];
  let urls = 0;
  const freshUrl = () => {
    urls += 1;
    return `https://hook.example.com/${urls}`;
  };
  const call: WebhookHost['call'] = async (method, headers, parts = {}) => {
    const { body, path = '', query = '', strict = false } = parts;
    const answer = await (strict ? strictHost : host).app.inject({
      method,
      url: `/v1/webhook${path}${query}`,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    ctx,
    accountId,
    call,
    freshUrl,
    newWebhook: async (headers, more) => {
      const made = await call('POST', headers, { body: { url: freshUrl(), ...more } });
      return textAt(made.body, 'id');
    },
    apiKey,
    backend,
    browser,
    foreignKey,
    session: await signedIn(database.db, { accountId }),
    foreignSession: await signedIn(database.db, { accountId: other.id }),
    audit: (action = 'webhook.created') =>
      database.db
        .selectFrom('audit_entry')
        .select(['actor_kind', 'details'])
        .where('account_id', '=', accountId)
        .where('action', '=', action)
        .orderBy('id')
        .execute(),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await strictHost[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
