import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant } from '#kit/failure.ts';
import {
  type ApprovalTransaction,
  approvalTransaction,
  type BatchCalldata,
  type BigNumberTransaction,
  batchCalldata,
  bigNumberTransaction,
  countBatches,
  type PaymentOrder,
} from '#modules/calldata/index.ts';
import { resolveFees } from '#modules/fees/index.ts';
import {
  bookDecimals,
  checkCreator,
  checkFeePair,
  checkOneNetwork,
  findOwnRequests,
  placeRequests,
  type ShownRequest,
} from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { checkFeeReceivers, checkOneTransaction, checkPayable } from './model/batch-rules.ts';
import type { BatchPayoutWish, PayoutItem } from './model/payout-body.ts';
import { ordersOf } from './orders-of.ts';
import { networkOf, readPayer, readPayout, refuse } from './place-payouts.ts';

/** A request of a batch, as it is answered. */
interface PayoutOfBatch {
  readonly requestId: string;
  readonly paymentReference: string;
  readonly payee: string;
  /** What it asks for in all, as a human decimal in `invoiceCurrency`. */
  readonly amount: string;
  readonly invoiceCurrency: string;
  readonly paymentCurrency: string;
}

/** What the payer of a batch signs: approvals, then one transaction that pays all or nothing. */
interface BatchPayoutCreated {
  readonly ERC20ApprovalTransactions: ApprovalTransaction[];
  readonly batchPaymentTransaction: BigNumberTransaction;
  readonly requests: PayoutOfBatch[];
  /** Only where the payer is known. */
  readonly metadata?: BatchCalldata['metadata'];
}

/**
 * Prepares the one transaction that pays new payouts, which it creates, or requests that are there:
 * all of it, or nothing is written.
 *
 * Refuses (400) both or none of the two, what breaks a rule, several networks or receivers of fees,
 * requests that cannot be paid, more than one transaction takes, and a conversion without a rate that
 * is fresh enough; (403) a client ID that only its partner may use; (409) payees who cannot be paid by
 * this wallet. Throws `Outage` when no node answers.
 */
export async function createBatchPayout(
  ctx: Context,
  wish: BatchPayoutWish,
): Promise<BatchPayoutCreated> {
  checkFeePair(wish);
  const { requests, requestIds } = wish;
  await checkCreator(ctx);
  if (requests !== undefined && requestIds === undefined) return await payNew(ctx, wish, requests);
  if (requestIds !== undefined && requests === undefined) {
    const found = await findOwnRequests(ctx, requestIds);
    const named = requestIds.map((id) => [id, found.get(id)] as const);
    checkPayable(named, ctx.now());
    const asked = named.flatMap(([, request]) => request ?? []);
    return await payThem(ctx, wish, { field: 'requestIds', asked });
  }
  throw refuse('requests', 'Send either requests or requestIds, exactly one of the two');
}

async function payNew(ctx: Context, wish: BatchPayoutWish, items: readonly PayoutItem[]) {
  // What is no currency is refused with its terms.
  const networks = items.flatMap(({ paymentCurrency }) => networkOf(paymentCurrency) ?? []);
  checkOneNetwork(networks);
  const [network] = networks;
  const payerAddress = network && readPayer(network, wish.payer, 'payer');
  const story = { originForm: 'batch_payout', reference: undefined, payerAddress } as const;
  const { feePercentage, feeAddress } = wish;
  const rules = await resolveFees(ctx, { flow: 'pay' });
  const placements = await Promise.all(
    items.map((item, i) => {
      const wanted = { ...item, feePercentage, feeAddress };
      return readPayout(ctx, wanted, { part: `requests[${i}]`, story, rules });
    }),
  );
  return await transact(ctx, async (ctx) => {
    const placed = await placeRequests(ctx, placements);
    const ids = placed.map(({ request_id }) => request_id);
    const found = await findOwnRequests(ctx, ids);
    const asked = ids.flatMap((id) => found.get(id) ?? []);
    invariant(asked.length === items.length, 'what was placed is found');
    return await payThem(ctx, wish, { field: 'requests', asked });
  });
}

interface Asked {
  /** Where they stand in the body. */
  readonly field: 'requests' | 'requestIds';
  readonly asked: readonly ShownRequest[];
}

async function payThem(
  ctx: Context,
  wish: BatchPayoutWish,
  { field, asked }: Asked,
): Promise<BatchPayoutCreated> {
  const orders = await ordersOf(ctx, asked, wish);
  checkOneNetwork(orders.map(({ chain }) => chain.network));
  const [first] = orders;
  invariant(first !== undefined, 'the body has at least one item');
  if (!first.chain.abilities.batch) {
    const { name } = first.chain.network;
    throw refuse(field, `Batch payments are not available on ${name} here`, 'batch_not_supported');
  }
  checkFeeReceivers(orders, field);
  checkOneTransaction(orders, { field, count: countBatches });
  const payer = readPayer(first.chain.network, wish.payer, 'payer');
  const { approvals, batches, metadata } = await batchCalldata(
    orders.map((order, i) => ({ ...order, place: `${field}[${i}]` })),
    payer,
  );
  const [batch] = batches;
  invariant(batch !== undefined && batches.length === 1, 'what fits one transaction is one');
  return {
    ERC20ApprovalTransactions: approvals.map(approvalTransaction),
    batchPaymentTransaction: bigNumberTransaction(batch.transaction),
    requests: asked.map((request, i) => toldOf(request, orders[i])),
    ...(payer !== undefined && { metadata }),
  };
}

function toldOf(request: ShownRequest, order: PaymentOrder | undefined): PayoutOfBatch {
  invariant(order !== undefined, 'there is an order for every request');
  const { kind, currency } = order;
  return {
    requestId: request.requestId,
    paymentReference: request.paymentReference,
    payee: request.payeeAddress,
    amount: printAmount(request.expectedUnits, bookDecimals(kind, currency)),
    invoiceCurrency: request.conversion?.invoiceCurrencyId ?? currency.id,
    paymentCurrency: currency.id,
  };
}
