import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { draftRequest } from '#modules/requests/draft-request.ts';
import type { RequestTerms } from '#modules/requests/read-terms.ts';
import { isReferenceTaken } from '#modules/requests/store/requests.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { insertAccount } from '../../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { createSecurePayment } from '../create-secure-payment.ts';
import { CreateSecurePaymentInput } from '../model/creation-body.ts';
import { insertSecurePayment, type NewSecurePayment } from './new-links.ts';

const PAYEE = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const USDC_SEPOLIA = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const DESTINATION = `${PAYEE}@eip155:11155111#E636C26B:${USDC_SEPOLIA}`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  const accountId = await insertAccount(database.db);
  ctx = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
    chains: connected(stillChain('sepolia')),
  });
});
afterAll(() => database[Symbol.asyncDispose]());

const single = (more: Record<string, unknown> = {}) =>
  CreateSecurePaymentInput.parse({
    requests: [{ destinationId: DESTINATION, amount: '12.5' }],
    ...more,
  });

const linkOf = (token: string) =>
  database.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .leftJoin('secure_payment_person as person', 'person.secure_payment_token', 'link.token')
    .select(['link.reference', 'person.payer_identifier', 'request.request_id'])
    .where('link.token', '=', token)
    .executeTakeFirstOrThrow();

const countLinks = async () => {
  const { n } = await database.db
    .selectFrom('secure_payment_request')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

function terms(): RequestTerms {
  const chain = ctx.chains.get('sepolia');
  const currency = currencyById('USDC-sepolia');
  if (chain === undefined || currency === undefined) throw new Error('Sepolia is connected');
  const accountId = accountOf(ctx);
  const none = { fee: undefined, conversion: undefined };
  return {
    accountId,
    chain,
    kind: 'token',
    currency,
    payeeAddress: PAYEE,
    expectedUnits: 1n,
    ...none,
    amountField: 'amount',
  };
}

const link = (token: string): NewSecurePayment['link'] => ({
  token,
  account_id: accountOf(ctx),
  client_id_id: null,
  origin: null,
  payment_type: 'single',
  flow: 'incoming',
  status: 'pending',
  destination_id: DESTINATION,
  reference: null,
  redirect_url: null,
  redirect_label: null,
  created_at: ctx.now(),
  expires_at: ctx.now(),
});

describe('links that are created at the same time', () => {
  const many = (length: number) => Array.from({ length }, (_, link) => link);

  /** A database with a batch of its own, which counts its statements. */
  function counting() {
    let statements = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    return { db, statements: () => statements };
  }

  it('share statements, and each caller is answered about its own', async () => {
    const { db, statements } = counting();
    const before = await countLinks();
    const created = await Promise.all(
      many(200).map((link) =>
        createSecurePayment({ ...ctx, db }, single({ payerIdentifier: `payer ${link}` })),
      ),
    );
    expect(statements()).toBeLessThan(20);
    expect(await countLinks()).toEqual(before + 200);
    for (const [link, { token, requestIds }] of created.entries()) {
      const row = await linkOf(token);
      expect(row).toMatchObject({
        payer_identifier: `payer ${link}`,
        request_id: requestIds[0],
      });
    }
  });

  it('are written though one among them cannot be, which alone is refused', async () => {
    const { db } = counting();
    const before = await countLinks();
    const nobody = { kind: 'api_key', accountId: 'nobody', apiKeyId: 'k' } as const;
    const ends = await Promise.allSettled(
      many(20).map((link) =>
        createSecurePayment({ ...ctx, db, ...(link === 9 && { actor: nobody }) }, single()),
      ),
    );
    const refused = ends.flatMap((end, link) => (end.status === 'rejected' ? [link] : []));
    expect(refused).toEqual([9]);
    expect(ends[9]).toMatchObject({ reason: { code: '23503' } });
    expect(await countLinks()).toEqual(before + 19);
  });

  // Its caller generates another one; the simultaneous call must not be affected.
  it('report the reference that two of them generated to one of the two', async () => {
    const { db } = counting();
    const token = () => ctx.newId();
    const draft = () => draftRequest(ctx, { terms: terms(), feePlan: null, components: [] });
    const [prepared, other] = [draft(), draft()];
    const { payment_reference } = prepared.row;
    const twin = { ...other, row: { ...other.row, payment_reference } };
    const ends = await Promise.allSettled(
      [prepared, twin].map((request) =>
        insertSecurePayment(
          { ...ctx, db },
          { link: link(token()), requests: [request], payerIdentifier: undefined },
        ),
      ),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(ends.map((end) => end.status === 'rejected' && isReferenceTaken(end.reason))).toEqual([
      false,
      true,
    ]);
  });

  it('leave a transaction’s own alone: it ends with its transaction', async () => {
    const before = await countLinks();
    const outer = database.db.transaction().execute(async (db) => {
      await createSecurePayment({ ...ctx, db }, single());
      await createSecurePayment(ctx, single());
      throw new Error('rolled back');
    });
    await expect(outer).rejects.toThrow('rolled back');
    expect(await countLinks()).toEqual(before + 1);
  });

  it('fail when the database was closed under them', async () => {
    const { db, close } = openDatabase(database.url, { log: ctx.log });
    await sql`select 1`.execute(db);
    await close();
    const ends = await Promise.allSettled(
      many(3).map(() => createSecurePayment({ ...ctx, db }, single())),
    );
    expect(ends.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });

  it('keep text that is no text, as the driver would have sent it', async () => {
    const { token } = await createSecurePayment(ctx, single({ reference: 'half \ud83d "\\x' }));
    expect((await linkOf(token)).reference).toBe('half \ufffd "\\x');
  });
});
