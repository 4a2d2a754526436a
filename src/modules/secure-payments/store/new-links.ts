import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { requestInserts } from '#modules/requests/index.ts';
import { type AddToBatch, openBatch } from '#platform/db/batch.ts';
import type { Database } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { insertAnswers, type KeptAnswer } from '#platform/db/kept-answers.ts';
import type {
  SecurePaymentPayerTable,
  SecurePaymentPersonTable,
  SecurePaymentTable,
} from '#platform/db/tables.generated.ts';

/** A link and everything that is written with it. */
export interface NewSecurePayment {
  readonly link: Insertable<SecurePaymentTable>;
  /** In the order in which they are shown. */
  readonly requests: Parameters<typeof requestInserts>[0];
  /** Whom each request pays, as ERC-7828 texts; left out, the link's own destination for all. */
  readonly destinationIds?: readonly (string | null)[] | undefined;
  /** What the integrator says about who pays; kept apart, so that it can be erased. */
  readonly payerIdentifier?: string | undefined;
  /** The same about who is paid by a payout. */
  readonly recipientIdentifier?: string | undefined;
  /** The wallets that may pay, where the link restricts its payers; none where left out. */
  readonly allowedPayers?: readonly string[];
  /** What is answered again to who repeats the call by its key. */
  readonly answer?: KeptAnswer | undefined;
}

const batches = new WeakMap<Database, AddToBatch<NewSecurePayment, void>>();

/**
 * Adds a link, its requests and what is known of the payer: one round trip, and all or nothing also
 * outside of a transaction. Links that are added at the same time share a statement, but for those
 * of a transaction, which end with it.
 */
export async function insertSecurePayment({ db }: Context, added: NewSecurePayment): Promise<void> {
  await (db.isTransaction ? insertSecurePayments(db, [added]) : batchOf(db)(added));
}

function batchOf(db: Database): AddToBatch<NewSecurePayment, void> {
  const open = batches.get(db);
  if (open !== undefined) return open;
  const batch = openBatch<NewSecurePayment>({
    run: async (added) => {
      await insertSecurePayments(db, added);
      return () => undefined;
    },
  });
  batches.set(db, batch);
  return batch;
}

const POSITION_COLUMNS = {
  secure_payment_token: 'text',
  position: 'integer',
  request_id: 'text',
  destination_id: 'text',
} as const;

async function insertSecurePayments(
  db: Database,
  added: readonly NewSecurePayment[],
): Promise<void> {
  const people = added.flatMap(({ link, payerIdentifier, recipientIdentifier }) =>
    (payerIdentifier ?? recipientIdentifier) === undefined
      ? []
      : [
          {
            secure_payment_token: link.token,
            payer_identifier: payerIdentifier ?? null,
            recipient_identifier: recipientIdentifier ?? null,
          },
        ],
  );
  const payers = added.flatMap(({ link, allowedPayers = [] }) =>
    allowedPayers.map((wallet) => ({ secure_payment_token: link.token, wallet_address: wallet })),
  );
  const asked = added.flatMap(({ link, requests, destinationIds }) =>
    requests.map(({ row }, position) => ({
      secure_payment_token: link.token,
      position,
      request_id: row.id,
      destination_id: destinationIds?.[position] ?? link.destination_id ?? null,
    })),
  );
  const answers = added.flatMap(({ answer }) => answer ?? []);
  const requests = added.flatMap((one) => one.requests);
  const extras = [
    people.length > 0 && sql`added_person as (${insertPeople(people)})`,
    payers.length > 0 && sql`added_payer as (${insertPayers(payers)})`,
    answers.length > 0 && sql`added_answer as (${insertAnswers(answers)})`,
  ].filter((extra) => extra !== false);
  // Most links have none of these, and adding no rows to a table takes longer than adding one.
  await sql`
    with ${sql.join([
      ...requestInserts(requests),
      ...extras,
      sql`added_link as (${insertLinks(added.map(({ link }) => link))})`,
    ])}
    ${insertRows({ into: 'secure_payment_request', columns: POSITION_COLUMNS, rows: asked })}`.execute(
    db,
  );
}

function insertPeople(rows: readonly Insertable<SecurePaymentPersonTable>[]): RawBuilder<unknown> {
  const columns = {
    secure_payment_token: 'text',
    payer_identifier: 'text',
    recipient_identifier: 'text',
  } as const;
  return insertRows({ into: 'secure_payment_person', columns, rows });
}

function insertPayers(rows: readonly Insertable<SecurePaymentPayerTable>[]): RawBuilder<unknown> {
  const columns = { secure_payment_token: 'text', wallet_address: 'text' } as const;
  return insertRows({ into: 'secure_payment_payer', columns, rows });
}

/** By default a link lets everybody pay and hides nothing. */
const OPEN = {
  restricts_payers: false,
  hides_until_approved: false,
  hides_payee: false,
  screening: null,
};

const LINK_COLUMNS = {
  token: 'text',
  account_id: 'text',
  client_id_id: 'text',
  orchestrator_id: 'text',
  origin: 'text',
  payment_type: 'text',
  flow: 'text',
  status: 'text',
  destination_id: 'text',
  creator_wallet_address: 'text',
  reference: 'text',
  redirect_url: 'text',
  redirect_label: 'text',
  restricts_payers: 'boolean',
  hides_until_approved: 'boolean',
  hides_payee: 'boolean',
  screening: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  fee_plan: 'json',
} as const;

function insertLinks(rows: readonly NewSecurePayment['link'][]): RawBuilder<unknown> {
  return insertRows({
    into: 'secure_payment',
    columns: LINK_COLUMNS,
    rows: rows.map((row) => ({ ...OPEN, ...row })),
  });
}
