import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PostgresPool } from 'kysely';
import { type Hex, hexOf } from '#kit/hex.ts';
import { endpoints as checkoutEndpoints } from '#modules/checkout/http/index.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { endpoints as commerceEndpoints } from '#modules/commerce/http/index.ts';
import { endpoints as journeyEndpoints } from '#modules/journeys/http/index.ts';
import { endpoints as payoutEndpoints } from '#modules/payouts/http/index.ts';
import { endpoints as receiptEndpoints } from '#modules/receipts/http/index.ts';
import { endpoints as recurringEndpoints } from '#modules/recurring-payouts/http/index.ts';
import { endpoints as requestEndpoints } from '#modules/requests/http/index.ts';
import { lockRequests, recordPayments, undoPayments } from '#modules/requests/index.ts';
import { endpoints as linkEndpoints } from '#modules/secure-payments/http/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';
import { connected, stillChain } from './still-chain.ts';

type Headers = Readonly<Record<string, string>>;

/** What was answered; the body as the test reads it. */
interface Answered {
  readonly status: number;
  // Tests read into bodies of every shape; what is not there fails their comparison.
  readonly body: Readonly<Record<string, never>>;
}

/** An account that creates requests. */
export interface Asker {
  readonly accountId: string;
  readonly key: Headers;
}

/** A payment as a test makes it happen. */
interface Receiving {
  readonly units: bigint;
  /** What moved in the token; the same as `units` unless it was converted. */
  readonly tokenUnits?: bigint;
  readonly payer?: string;
  /** The key whose tokens the payer, an account, paid with. */
  readonly payerEoa?: string;
  readonly fee?: { readonly units: bigint; readonly address: string };
  readonly at?: Date;
  /** Names the transaction; each name is one hash. */
  readonly transaction?: string;
  /** Only seen: it waits for confirmations. */
  readonly onlySeen?: boolean;
}

/** The endpoints of requests, payouts, journeys and payments over a real database, and money that comes at a word. */
export interface RequestsHost extends AsyncDisposable {
  readonly ctx: Context;
  /** For what `call` cannot read: answers that are no JSON, headers. */
  readonly app: FastifyInstance;
  /** The connections of its database. */
  readonly pool: PostgresPool;
  readonly sepolia: ReturnType<typeof stillChain>;
  asker(): Promise<Asker>;
  /** A new client ID of an account, its row and its headers; with domains a browser carries it. */
  clientOf(
    asker: Asker,
    more?: object,
  ): Promise<{ readonly id: string; readonly headers: Headers }>;
  call(method: 'GET' | 'POST' | 'PATCH', url: string, parts: CallParts): Promise<Answered>;
  /** `POST /v2/request` with this over the usual body; answers the request's id. */
  send(asker: Asker, more?: object, headers?: Headers): Promise<string>;
  /** Counts a payment for the request with this public id; returns its hash. */
  receive(requestId: string, payment: Receiving): Promise<Hex>;
  /** Takes back all payments of a request, as a reorganised chain does. */
  undo(requestId: string): Promise<void>;
}

interface CallParts {
  readonly headers?: Headers;
  readonly body?: unknown;
}

/** Who is paid in the tests of requests. */
export const PAYEE = '0x1111111111111111111111111111111111111111';
/** Who pays. */
export const PAYER = '0x2222222222222222222222222222222222222222';

const USUAL = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
};

/** Opens the host. */
export async function requestsHost(parts: Partial<Context> = {}): Promise<RequestsHost> {
  const database = await testDatabase();
  const sepolia = stillChain('sepolia');
  const chains = connected(sepolia, stillChain('base'), stillChain('tron'));
  const ctx = testContext({ db: database.db, chains, ...parts });
  const endpoints = [
    ...requestEndpoints,
    ...receiptEndpoints,
    ...payoutEndpoints,
    ...recurringEndpoints,
    ...journeyEndpoints,
    ...commerceEndpoints,
    ...linkEndpoints,
    ...checkoutEndpoints,
  ];
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const call: RequestsHost['call'] = async (method, url, { headers = {}, body }) => {
    const answer = await host.app.inject({
      method,
      url,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    ctx,
    app: host.app,
    pool: database.pool,
    sepolia,
    call,
    asker: async () => {
      const accountId = await insertAccount(database.db);
      const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
      return { accountId, key: { 'x-api-key': apiKey } };
    },
    clientOf: async ({ accountId }, more = {}) => {
      const input = { accountId, label: 'A shop front', allowedDomains: [], ...more };
      const { id, clientId } = await createClientId(ctx, input);
      return { id, headers: { 'x-client-id': clientId } };
    },
    send: async ({ key }, more = {}, headers = key) => {
      const answer = await call('POST', '/v2/request', { headers, body: { ...USUAL, ...more } });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer));
      return String(answer.body['requestId']);
    },
    receive: (requestId, payment) => receive(ctx, requestId, payment),
    undo: (requestId) => undo(ctx, requestId),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

let transfers = 0;

/** The hash of a transaction that a test named. */
export function hashOf(name: string): Hex {
  return hexOf(createHash('sha256').update(name).digest());
}

async function receive(ctx: Context, requestId: string, payment: Receiving): Promise<Hex> {
  const { units, payer = PAYER, payerEoa = null, fee, at = TEST_TIME, onlySeen = false } = payment;
  transfers += 1;
  const transactionHash = hashOf(payment.transaction ?? `transfer ${transfers}`);
  const request = await ctx.db
    .selectFrom('request')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  const id = ctx.newOrderedId();
  const tokenUnits = payment.tokenUnits ?? units;
  const seen = {
    fee_units: fee?.units ?? 0n,
    fee_address: fee?.address ?? '0x000000000000000000000000000000000000dEaD',
    token_units: tokenUnits,
    token_fee_units: fee?.units ?? 0n,
  };
  await ctx.db
    .insertInto('chain_transfer')
    .values({
      id,
      account_id: request.account_id,
      request_id: request.id,
      status: onlySeen ? 'seen' : 'confirmed',
      network: request.network,
      block_number: BigInt(transfers),
      block_hash: Buffer.from(hashOf(`block ${transfers}`).slice(2), 'hex'),
      block_time: at,
      transaction_hash: Buffer.from(transactionHash.slice(2), 'hex'),
      log_index: 0,
      payer_address: payer,
      payer_eoa_address: payerEoa,
      claimed_units: units,
      credited_units: units,
      ...seen,
      seen_at: at,
      ...(onlySeen ? {} : { confirmed_block: BigInt(transfers), confirmed_at: at }),
    })
    .execute();
  if (onlySeen) return transactionHash;
  await transact(ctx, async (ctx) => {
    const locked = (await lockRequests(ctx, [request.id])).get(request.id);
    if (locked === undefined) throw new Error(`${requestId} was found`);
    await recordPayments(ctx, [
      {
        request: locked,
        receipts: [
          {
            chainTransferId: id,
            amountUnits: units,
            feeUnits: seen.fee_units,
            feeAddress: seen.fee_address,
            tokenUnits,
            tokenFeeUnits: seen.token_fee_units,
            payerAddress: payer,
            isBridged: false,
            bridgeSender: null,
            payerEoaAddress: payerEoa,
            transactionHash,
            late: false,
            receivedAt: at,
          },
        ],
      },
    ]);
  });
  return transactionHash;
}

async function undo(ctx: Context, requestId: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('payment')
    .innerJoin('request', 'request.id', 'payment.request_id')
    .select(['payment.chain_transfer_id as id', 'request.id as requestId'])
    .where('request.request_id', '=', requestId)
    .execute();
  await transact(ctx, (ctx) => undoPayments(ctx, found));
}
