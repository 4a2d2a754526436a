import { randomUUID } from 'node:crypto';
import { type Context, requireDataVault } from '#context.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { endpoints } from '#modules/payment-details/http/index.ts';
import { testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';

/** Bank details of an account in the United States that can be reached. */
export const US_DETAILS = {
  bankName: 'First Bank',
  accountName: 'Ada Example',
  beneficiaryType: 'individual',
  currency: 'usd',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  addressLine1: '1 Main Street',
  city: 'New York',
  country: 'US',
  dateOfBirth: '1990-12-31',
  postalCode: '10001',
};

/** Who calls, for a payer of theirs. */
export interface DetailsCaller {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The endpoints of bank details over a real database. */
export async function paymentDetailsHost(parts: Partial<Context> = {}) {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db, ...parts });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const urlOf = (clientUserId: string) =>
    `/v2/payer/${encodeURIComponent(clientUserId)}/payment-details`;
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    { headers, body }: { readonly headers: DetailsCaller['headers']; readonly body?: unknown },
  ) => {
    const answer = await host.app.inject({
      method,
      url,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json(), text: answer.body };
  };
  return {
    ctx,
    /** A new account with an API key, and payers of these ids. */
    caller: async (...clientUserIds: readonly string[]): Promise<DetailsCaller> => {
      const accountId = await insertAccount(database.db);
      const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
      for (const clientUserId of clientUserIds)
        await insertPayer(testContext({ db: database.db }), accountId, clientUserId);
      return { accountId, headers: { 'x-api-key': apiKey } };
    },
    add: (
      { headers }: Pick<DetailsCaller, 'headers'>,
      clientUserId: string,
      change: Readonly<Record<string, unknown>> = {},
    ) => send('POST', urlOf(clientUserId), { headers, body: { ...US_DETAILS, ...change } }),
    list: ({ headers }: Pick<DetailsCaller, 'headers'>, clientUserId: string, query = '') =>
      send('GET', `${urlOf(clientUserId)}${query}`, { headers }),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** A compliant payer of whom a name is known; returns our own id. */
export async function insertPayer(
  ctx: Context,
  accountId: string,
  clientUserId: string,
): Promise<string> {
  const id = randomUUID();
  const at = ctx.now();
  const created = { created_at: at, updated_at: at };
  await ctx.db
    .insertInto('payer')
    .values({
      ...{ id, account_id: accountId, client_user_id: clientUserId, ...created },
      ...{ beneficiary_type: 'individual', identity_status: 'approved' },
      ...{ agreement_status: 'completed', identity_provider: 'sandbox', check_number: 1 },
    })
    .execute();
  const place = { id, accountId, table: 'payer_secret', column: 'person' };
  const person = { firstName: 'Ada', lastName: 'Example' };
  const sealed = requireDataVault(ctx).seal(JSON.stringify(person), place);
  await ctx.db
    .insertInto('payer_secret')
    .values({
      ...{ id, account_id: accountId, updated_at: at },
      ...{ person: sealed.bytes, person_key_version: sealed.keyVersion },
    })
    .execute();
  return id;
}
