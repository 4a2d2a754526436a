import { describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createClientId } from '#modules/clients/index.ts';
import { endpoints } from '#modules/currencies/http/index.ts';
import { testContext, testDatabase } from './database.ts';
import { type KeyedAccount, keyedAccount } from './keyed-account.ts';
import { moduleHost } from './module-host.ts';

/** USDC on Base as the wire shows it (wire facts, 11). */
export const USDC_ON_BASE = {
  id: 'USDC-base',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  network: 'base',
  type: 'ERC20',
  hash: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  chainId: 8453,
};

/** What the catalog's host answers a read. */
interface CatalogAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Undefined where nothing was sent. */
  readonly body: unknown;
}

/** The API host over the catalog alone, with an account that may ask with its key. */
export interface CatalogHost extends AsyncDisposable {
  readonly account: KeyedAccount;
  /** A client ID of the account, which pages of `https://shop.example` carry. */
  readonly clientId: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<CatalogAnswer>;
}

/** Starts it in a mode; in the sandbox, its own price feeds count. */
export async function catalogHost(
  mode: Context['settings']['mode'] = 'sandbox',
): Promise<CatalogHost> {
  const database = await testDatabase();
  const bare = testContext({ db: database.db });
  const ctx: Context = { ...bare, settings: { ...bare.settings, mode } };
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const account = await keyedAccount(ctx);
  const { apiKeyId, accountId } = account;
  const acting: Context = { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId } };
  const { clientId } = await createClientId(acting, {
    accountId,
    label: 'Shop',
    allowedDomains: ['https://shop.example'],
  });
  return {
    account,
    clientId,
    get: async (url, headers = {}) => {
      const answer = await host.app.inject({ method: 'GET', url, headers });
      const body: unknown = answer.body === '' ? undefined : answer.json();
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, body };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** What both of the catalog's reads refuse alike although nobody needs to prove anything: `path` answers 200. */
export function describeCatalogCallers(path: string, host: () => CatalogHost): void {
  describe('200 for every authenticated caller', () => {
    it('by an API key', async () => {
      const { apiKey } = host().account;
      expect(await host().get(path, { 'x-api-key': apiKey })).toMatchObject({ status: 200 });
    });

    it('by a client ID, whose page may read the answer, also from a server', async () => {
      const headers = { 'x-client-id': host().clientId };
      const origin = 'https://shop.example';
      const answer = await host().get(path, { ...headers, origin });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin });
      expect(await host().get(path, headers)).toMatchObject({ status: 200 });
    });
  });

  describe('304', () => {
    it('to a caller that has the answer already, and 200 to one with another', async () => {
      const first = await host().get(path);
      expect(first.headers).toMatchObject({ 'cache-control': 'private, max-age=300' });
      const etag = String(first.headers['etag']);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await host().get(path, { 'if-none-match': tags });
        expect([tags, again.status, again.text]).toEqual([tags, 304, '']);
        expect(again.headers).toMatchObject({ etag });
      }
      const other = await host().get(path, { 'if-none-match': '"other"' });
      expect([other.status, other.text]).toEqual([200, first.text]);
    });
  });

  describe('401 and 403', () => {
    it.each([
      ['an API key of nobody', { 'x-api-key': `florin_sandbox_${'0'.repeat(38)}` }],
      ['a client ID of nobody', { 'x-client-id': `cli_${'0'.repeat(24)}` }],
    ])('%s is refused: it was sent on purpose', async (_what, headers) => {
      const answer = await host().get(path, headers);
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    });

    it('refuses a client ID on a page that it does not list', async () => {
      const headers = { 'x-client-id': host().clientId, origin: 'https://evil.example' };
      const answer = await host().get(path, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    });
  });
}
