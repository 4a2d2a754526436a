import type { FastifyInstance } from 'fastify';
import type { Context } from '#context.ts';
import { createClientId, ensurePageClientId } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { endpoints as checkoutEndpoints } from '../../src/modules/checkout/http/index.ts';
import { endpoints as receiptEndpoints } from '../../src/modules/receipts/http/index.ts';
import { testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { connected, stillChain } from './still-chain.ts';

/** Where the pay page of the tests lives. */
export const PAGE = 'https://pay.example';

/** A host with the payer's reads, the pay page's client ID and one of a shop. */
export interface PayerHost extends AsyncDisposable {
  readonly ctx: Context;
  /** For what `get` cannot read: answers that are no JSON. */
  readonly app: FastifyInstance;
  readonly pageClientId: string;
  /** Of an account that owns none of the links; listed for `https://shop.example`. */
  readonly shopClientId: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<HostAnswer>;
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HostAnswer>;
}

interface HostAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** Seconds, where it says when to come again. */
  readonly retryAfter?: string | undefined;
}

function answerOf(answer: Awaited<ReturnType<FastifyInstance['inject']>>): HostAnswer {
  const retryAfter = answer.headers['retry-after'];
  return {
    status: answer.statusCode,
    body: answer.json(),
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
  };
}

/** Starts a host for tests of what payers ask. */
export async function payerHost(parts: Partial<Context> = {}): Promise<PayerHost> {
  const database = await testDatabase();
  const chains = connected(stillChain('base'), stillChain('sepolia'));
  const ctx = testContext({ db: database.db, chains, ...parts });
  const { clientId: pageClientId } = await ensurePageClientId(ctx, { origin: PAGE });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const shop = { accountId, label: 'Front', allowedDomains: ['https://shop.example'] };
  const { clientId: shopClientId } = await createClientId(ctx, shop);
  const endpoints = [...checkoutEndpoints, ...receiptEndpoints];
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  return {
    ctx,
    app: host.app,
    pageClientId,
    shopClientId,
    get: async (path, headers = { 'x-client-id': pageClientId, origin: PAGE }) => {
      const url = `/v2/secure-payments/${path}`;
      const answer = await host.app.inject({ url, headers });
      return answerOf(answer);
    },
    post: async (path, body, headers = { 'x-client-id': pageClientId, origin: PAGE }) => {
      const answer = await host.app.inject({
        method: 'POST',
        url: `/v2/secure-payments/${path}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      });
      return answerOf(answer);
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
