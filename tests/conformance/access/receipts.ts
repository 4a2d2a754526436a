import { type AccessRow, unrelated } from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party } from '../../support/access-world.ts';
import { storedPayment } from '../../support/stored-payment.ts';

const receiptOf = async (world: AccessWorld, of: Party | undefined) => ({
  params: { paymentId: of ? await storedPayment(world, of) : nobodys() },
});

/** What a receipt says of a payment that is on no chain. */
const unpaidProof = () => ({
  network: 'base',
  blockNumber: 0,
  transactionHash: `0x${'1'.repeat(64)}`,
  logIndex: 0,
  paymentReference: '0x0011223344556677',
  payee: unrelated().address,
  currency: 'USDC-base',
  amount: '1',
});

/** Who reads receipts, and compares them with a chain. */
export const RECEIPTS_ROWS: Readonly<Record<string, AccessRow>> = {
  viewReceipt: {
    own: (world) => receiptOf(world, world.own),
    positions: [{ what: 'a payment', call: receiptOf }],
  },
  // Whose a payment is does not matter: anybody may read the chain.
  verifyReceipt: { own: () => ({ body: unpaidProof() }), positions: [] },
};
