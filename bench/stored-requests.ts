import { sql } from 'kysely';
import { keccak256 } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { bytesOf } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { manyLink, writeManyLinks } from '../tests/support/many-links.ts';

/** Written at once; a statement of more is no faster. */
const ROWS_AT_ONCE = 5_000;
/** Payments that were made before: with none, PostgreSQL would plan the checks of foreign keys for empty tables (record 0049). */
const PAID_BEFORE = 10_000;
/** What each payment of the benchmark is worth. */
const UNITS = 5n;

/**
 * Stores pending links of many accounts over a token of Sepolia, one for each payment reference, so that a payment of
 * each can be found and settled.
 */
export async function writePayableLinks(db: Database, references: readonly Hex[]): Promise<void> {
  await writeManyLinks(db, { from: 1, to: references.length }, 'pending');
  await writeManyLinks(
    db,
    { from: references.length + 1, to: references.length + PAID_BEFORE },
    'paid',
  );
  const token = currencyById('USDC-sepolia')?.address ?? '';
  const rows = references.map((reference, at) => ({
    id: manyLink(at + 1).requestRowId,
    reference,
    topic: bytesOf(keccak256(reference)).toString('hex'),
  }));
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const some = JSON.stringify(rows.slice(first, first + ROWS_AT_ONCE));
    await sql`
      update request set payment_reference = r.reference, reference_key = decode(r.topic, 'hex'),
        token_address = ${token}, payee_address = ${TEST_ACCOUNTS.payee.address},
        expected_units = ${UNITS}
      from json_to_recordset(${some}::json) as r (id text, reference text, topic text)
      where request.id = r.id`.execute(db);
  }
  await sql`update secure_payment set expires_at = now() + interval '7 days'`.execute(db);
  await sql`vacuum (analyze) request, secure_payment`.execute(db);
}
