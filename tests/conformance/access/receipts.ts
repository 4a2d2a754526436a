import { type AccessRow, linkToken, unrelated } from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party } from '../../support/access-world.ts';
import { storedPayment } from '../../support/stored-payment.ts';

const receiptOf = async (world: AccessWorld, of: Party | undefined) => ({
  params: { paymentId: of ? await storedPayment(world, of) : nobodys() },
});

/** A payment of a link of the account, by the token of that link. */
async function paidLink(world: AccessWorld, of: Party | undefined) {
  const { own } = world;
  const paymentId = await storedPayment(world, own);
  const { secure_payment_token: token } = await world.ctx.db
    .selectFrom('payment')
    .innerJoin('secure_payment_request as asked', 'asked.request_id', 'payment.request_id')
    .select('asked.secure_payment_token')
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (of === own) return { params: { token, paymentId } };
  return { params: { token, paymentId: of ? await storedPayment(world, of) : nobodys() } };
}

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
  listLinkReceipts: {
    own: async (world) => ({ params: { token: (await linkToken(world, world.own)).token } }),
    // The token is the right to read them, as it is the right to read the link.
    positions: [],
  },
  viewLinkReceipt: {
    own: (world) => paidLink(world, world.own),
    // A token opens the payments of its own link.
    positions: [{ what: 'a payment', call: paidLink }],
  },
  // Whose a payment is does not matter: anybody may read the chain.
  verifyReceipt: { own: () => ({ body: unpaidProof() }), positions: [] },
};

/** The same for public client IDs: a token is the right to read, and the chain is the same for everybody. */
export const PUBLIC_RECEIPTS = Object.fromEntries(
  ['listLinkReceipts', 'viewLinkReceipt', 'verifyReceipt'].map((operationId) => {
    const call = (world: AccessWorld) => RECEIPTS_ROWS[operationId]?.own(world) ?? {};
    return [operationId, { may: 'call' as const, call }];
  }),
);
