import type { FastifyInstance } from 'fastify';
import { endpoints } from '#modules/settlement/http/index.ts';
import type { Context } from '../../src/context.ts';
import { TEST_SETTINGS } from './context.ts';
import { testContext, testDatabase } from './database.ts';
import { keyedAccount } from './keyed-account.ts';
import { keepListings } from './listings.ts';
import { moduleHost } from './module-host.ts';
import { insertLink, type PayableLink } from './payable-link.ts';
import { PAYER, settlementWorld } from './settlement-world.ts';

interface Answer {
  readonly status: number;
  // Tests read into bodies of every shape; what is not there fails their comparison.
  readonly body: Readonly<Record<string, never>>;
}

interface CallParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** With one it is a POST. */
  readonly body?: object;
}

/** The endpoints of held payments over a database in which one is held. */
export interface HeldPaymentHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly databaseUrl: string;
  readonly link: PayableLink;
  readonly id: string;
  readonly accountId: string;
  readonly key: { readonly 'x-api-key': string };
  /** A key of another account. */
  readonly otherKey: { readonly 'x-api-key': string };
  call(url: string, parts?: CallParts): Promise<Answer>;
}

/** Opens the host with a payment that a wallet on a list of sanctioned addresses made. */
export async function heldPaymentHost(): Promise<HeldPaymentHost> {
  const database = await testDatabase();
  const settings = { ...TEST_SETTINGS, sanctionsOracle: 'available' } as const;
  const ctx = testContext({ db: database.db, settings });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const [own, other] = [await keyedAccount(ctx), await keyedAccount(ctx)];
  const link = await insertLink(ctx.db, { accountId: own.accountId });
  const world = await settlementWorld(ctx);
  await keepListings(ctx, { networks: ['mainnet'], wallets: [PAYER], isListed: true });
  const block = world.block(10n);
  await world.happen(ctx, world.blocks(world.block(9n)));
  await world.happen(ctx, world.blocks(block, [world.transferOf(link, block)]));
  const { id } = await ctx.db
    .selectFrom('chain_transfer')
    .select('id')
    .where('request_id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  const app: FastifyInstance = host.app;
  return {
    ctx,
    databaseUrl: database.url,
    link,
    id,
    accountId: own.accountId,
    key: { 'x-api-key': own.apiKey },
    otherKey: { 'x-api-key': other.apiKey },
    call: async (url, { headers = {}, body } = {}) => {
      const answer = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
