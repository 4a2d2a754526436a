import { EntitySchema } from 'typeorm';

/** One event of a proxy, as an indexer keeps it. */
export class PeerPayment {
  constructor(values) {
    Object.assign(this, values);
  }
}

/** What the table looks like; whoever measures makes it. */
export const PeerPaymentSchema = new EntitySchema({
  name: 'PeerPayment',
  target: PeerPayment,
  tableName: 'peer_payment',
  columns: {
    id: { type: 'text', primary: true },
    reference_key: { type: 'text' },
    block_number: { type: 'integer' },
    block_hash: { type: 'text' },
    transaction_hash: { type: 'text' },
    data: { type: 'text' },
  },
});
