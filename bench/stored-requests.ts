import { sql } from 'kysely';
import { keccak256 } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { bytesOf } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { insertAccount } from '../tests/support/payable-link.ts';

/** Written at once; a statement of more is no faster. */
const ROWS_AT_ONCE = 5_000;

/** Stores requests over a token of Sepolia that nobody has paid yet, one for each reference. */
export async function writeRequests(db: Database, references: Iterable<Hex>): Promise<void> {
  const accountId = await insertAccount(db);
  const token = currencyById('USDC-sepolia')?.address ?? '';
  let rows: { reference: Hex; topic: string }[] = [];
  const write = async () => {
    await sql`
      insert into request (id, account_id, request_id, payment_reference, reference_key, salt,
        status, network, currency_id, token_address, payee_address, expected_units, fee_units,
        flow, created_at)
      select substr(md5(reference), 1, 26), ${accountId},
        '01' || encode(sha256(reference::bytea), 'hex'), reference, decode(topic, 'hex'),
        substr(md5(reference), 1, 16), 'created', 'sepolia', 'USDC-sepolia', ${token},
        ${TEST_ACCOUNTS.payee.address}, 5, 0, 'incoming', now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (reference text, topic text)`.execute(
      db,
    );
    rows = [];
  };
  for (const reference of references) {
    rows.push({ reference, topic: bytesOf(keccak256(reference)).toString('hex') });
    if (rows.length === ROWS_AT_ONCE) await write();
  }
  if (rows.length > 0) await write();
}
