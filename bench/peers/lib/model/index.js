import { EntitySchema } from 'typeorm';

/** One payment through a proxy, as an indexer keeps it. */
export class PeerPayment {
  constructor(values) {
    Object.assign(this, values);
  }
}

/** What can be paid, by the key that a payment names; a view of Florin's own requests. */
export class PeerRequest {}

const text = { type: 'text' };
const optional = { type: 'text', nullable: true };
const units = { type: 'numeric', precision: 78, scale: 0 };

/** What the table looks like; whoever measures makes it. */
export const PeerPaymentSchema = new EntitySchema({
  name: 'PeerPayment',
  target: PeerPayment,
  tableName: 'peer_payment',
  columns: {
    id: { type: 'text', primary: true },
    account_id: optional,
    request_id: optional,
    reference_key: text,
    block_number: { type: 'integer' },
    block_hash: text,
    block_time: { type: 'integer' },
    transaction_hash: text,
    log_index: { type: 'integer' },
    token_address: text,
    payee_address: text,
    payer_address: optional,
    claimed_units: units,
    credited_units: { ...units, nullable: true },
    fee_units: units,
    fee_address: text,
  },
});

/** The requests, by the key that a payment names. */
export const PeerRequestSchema = new EntitySchema({
  name: 'PeerRequest',
  target: PeerRequest,
  tableName: 'peer_request',
  columns: {
    reference_key: { type: 'text', primary: true },
    request_id: text,
    account_id: text,
  },
});
