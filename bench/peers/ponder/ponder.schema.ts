import { onchainTable } from 'ponder';

export const payment = onchainTable('payment', (t) => ({
  id: t.text().primaryKey(),
  reference_key: t.text().notNull(),
  block_number: t.bigint().notNull(),
  block_hash: t.text().notNull(),
  block_time: t.bigint().notNull(),
  transaction_hash: t.text().notNull(),
  log_index: t.integer().notNull(),
  token_address: t.text().notNull(),
  payee_address: t.text().notNull(),
  claimed_units: t.bigint().notNull(),
  fee_units: t.bigint().notNull(),
  fee_address: t.text().notNull(),
}));
