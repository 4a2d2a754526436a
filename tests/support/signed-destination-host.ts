import { randomBytes } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { endpoints } from '#modules/destinations/http/index.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { TOKENS } from './destination-host.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';
import { signedIn } from './signed-in.ts';
import { connected, stillChain } from './still-chain.ts';

type Headers = Readonly<Record<string, string>>;

const SHOP = 'https://shop.example';

/** What a payee is given to sign, read. */
export const Signable = z.looseObject({
  nonce: z.string(),
  domain: z.object({ name: z.string(), version: z.string(), chainId: z.number() }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/** What a payee is given to sign. */
export type Signable = z.infer<typeof Signable>;

/** A new key, whose wallet nobody else has. */
export const newWallet = () => privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);

/** Signs data as a wallet does, of whatever the data says. */
export function signData(by: PrivateKeyAccount, data: Signable): Promise<`0x${string}`> {
  const { domain, types, primaryType, message } = data;
  return by.signTypedData({ domain, types, primaryType, message });
}

/** The API host over destinations, for owners with every credential that may stand for their account. */
export async function signedDestinationHost() {
  const database = await testDatabase();
  const now = manualClock(TEST_TIME);
  const base = stillChain('base');
  const ctx = testContext({ db: database.db, now, chains: connected(base) });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });

  const call = async (what: string, headers: Headers, body?: unknown) => {
    const [method, path = ''] = what.split(' ');
    const answer = await host.app.inject({
      method: method === 'POST' ? 'POST' : method === 'DELETE' ? 'DELETE' : 'GET',
      url: `/v2/payee-destination${path}`,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const parsed = z.record(z.string(), z.unknown()).nullable().parse(answer.json());
    return { status: answer.statusCode, body: parsed };
  };
  const owner = async () => {
    const accountId = await insertAccount(ctx.db);
    const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
    const clientOf = async (allowedDomains: readonly string[]) =>
      (await createClientId(ctx, { accountId, label: 'Shop', allowedDomains })).clientId;
    return {
      accountId,
      byKey: { 'x-api-key': apiKey },
      public: { 'x-client-id': await clientOf([SHOP]), origin: SHOP },
      backend: { 'x-client-id': await clientOf([]) },
      session: await signedIn(ctx.db, { accountId, wallet: newWallet().address }),
      emailSession: await signedIn(ctx.db, { accountId }),
    };
  };
  const askedFor = (wallet: string, more: Readonly<Record<string, string>> = {}) =>
    `GET /signing-data?${new URLSearchParams({
      walletAddress: wallet,
      action: 'add',
      tokenAddress: TOKENS.usdcBase,
      chainId: '8453',
      ...more,
    })}`;
  const signable = async (headers: Headers, wallet: string, more = {}): Promise<Signable> =>
    Signable.parse((await call(askedFor(wallet, more), headers)).body);
  return {
    ctx,
    now,
    base,
    call,
    owner,
    askedFor,
    signable,
    /** Signs what the host gives for this wallet, and sends it. */
    register: async (headers: Headers, by: PrivateKeyAccount, more = {}) => {
      const data = await signable(headers, by.address, more);
      const body = { signature: await signData(by, data), nonce: data.nonce };
      return { body, answer: await call('POST', headers, body) };
    },
    /** The destination IDs of an account's rows, and which of them are active. */
    stored: async (accountId: string) =>
      await ctx.db
        .selectFrom('payee_destination')
        .select(['destination_id', 'active', 'claimed'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute(),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The host of a test. */
export type SignedDestinationHost = Awaited<ReturnType<typeof signedDestinationHost>>;
