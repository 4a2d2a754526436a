import type { Network } from '#catalog/networks.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import { accountOf, type Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import {
  checkOneNetwork,
  countBatches,
  prepareSingleBatch,
  type SingleBatchCalldata,
} from '#modules/calldata/index.ts';
import { checkParties, partyPlans, settlePlan } from '#modules/compliance/index.ts';
import { checkFeePair } from '#modules/fees/index.ts';
import { checkCreator, createRequests, findPayableOrders } from '#modules/requests/index.ts';
import { checkHasList, writeScreeningPlan } from '#modules/screening/index.ts';
import { checkFeeReceivers, checkOneTransaction } from './model/batch-rules.ts';
import type { CreateBatchPayoutRequest, PayoutItem } from './model/payout-body.ts';
import { networkOf, readPayer, readPayout } from './read-payout.ts';

/** A request that a batch is to pay, with the order that pays it. */
type AskedPayout = Awaited<ReturnType<typeof findPayableOrders>>[number];

/** A request of a batch, as it is answered. */
interface PayoutOfBatch {
  readonly requestId: string;
  readonly paymentReference: string;
  readonly payee: string;
  /** Its total, as a human decimal in `invoiceCurrency`. */
  readonly amount: string;
  readonly invoiceCurrency: string;
  readonly paymentCurrency: string;
}

/** What the payer of a batch signs: approvals, then one transaction that pays all or nothing. */
interface BatchPayoutCreated extends SingleBatchCalldata {
  readonly requests: PayoutOfBatch[];
}

/**
 * Prepares the one transaction that pays new payouts, which it creates, or requests that are there:
 * all of it, or nothing is written.
 *
 * Refuses (400) both or none of the two, what breaks a rule, several networks or receivers of fees,
 * requests that cannot be paid, more than one transaction takes, and a conversion without a rate that
 * is fresh enough; (403) a client ID that only its partner may use, and a payer or payee that may not take part; (409) payees who cannot be paid by
 * this wallet. Throws `Outage` when no node answers.
 */
export async function createBatchPayout(
  ctx: Context,
  input: CreateBatchPayoutRequest,
): Promise<BatchPayoutCreated> {
  checkCreator(ctx, input);
  checkFeePair(input);
  const { requests, requestIds } = input;
  if (requests !== undefined && requestIds === undefined) return await payNew(ctx, input, requests);
  if (requestIds !== undefined && requests === undefined)
    return await payOld(ctx, input, requestIds);
  throw refuseField('requests', 'Send either requests or requestIds, exactly one of the two');
}

async function payOld(
  ctx: Context,
  input: CreateBatchPayoutRequest,
  requestIds: readonly string[],
) {
  const { feePercentage, feeAddress } = input;
  const asked = await findPayableOrders(ctx, requestIds, { feePercentage, feeAddress });
  return await payThem(ctx, input, { field: 'requestIds', asked });
}

async function payNew(ctx: Context, input: CreateBatchPayoutRequest, items: readonly PayoutItem[]) {
  // What is no currency is refused with its terms.
  const networks = items.flatMap(({ paymentCurrency }) => networkOf(paymentCurrency) ?? []);
  checkOneNetwork(networks);
  const [network] = networks;
  const payerAddress = network && readPayer(network, input.payer, 'payer');
  const { feePercentage, feeAddress } = input;
  const terms = await Promise.all(
    items.map((item, i) => {
      const wanted = { ...item, feePercentage, feeAddress };
      return readPayout(ctx, wanted, { fieldPrefix: `requests[${i}]` });
    }),
  );
  const flow = 'outgoing' as const;
  const [one] = terms;
  invariant(one !== undefined, 'the body has at least one item');
  const plan = await settlePlan(ctx, { network: one.chain.network });
  const standalone = { originForm: 'batch_payout', payerAddress, plan } as const;
  const requests = { flow, terms, standalone } as const;
  return await createRequests(ctx, requests, async (drafts, insert) => {
    const asked = drafts.map(({ row, order }) => ({
      requestId: row.request_id,
      expectedUnits: order.due.amountUnits,
      invoiceCurrencyId: row.invoice_currency_id ?? undefined,
      order,
      flow,
      plan,
    }));
    // Before the writing: what cannot be paid is never written, and no connection waits for a chain.
    const prepared = await payThem(ctx, input, { field: 'requests', asked });
    await insert();
    return prepared;
  });
}

interface Asked {
  /** Where they stand in the body. */
  readonly field: 'requests' | 'requestIds';
  readonly asked: readonly AskedPayout[];
}

async function payThem(
  ctx: Context,
  input: CreateBatchPayoutRequest,
  { field, asked }: Asked,
): Promise<BatchPayoutCreated> {
  const orders = asked.map(({ order, ...judged }, i) => ({
    ...order,
    field: `${field}[${i}]`,
    plans: partyPlans(judged),
  }));
  checkOneNetwork(orders.map(({ chain }) => chain.network));
  const [first] = orders;
  invariant(first !== undefined, 'the body has at least one item');
  if (!first.chain.capabilities.batch) {
    const { name } = first.chain.network;
    throw refuseField(
      field,
      `Batch payments are not available on ${name} here`,
      'batch_not_supported',
    );
  }
  checkFeeReceivers(orders, field);
  checkOneTransaction(orders, { field, count: countBatches });
  const payer = readPayer(first.chain.network, input.payer, 'payer');
  await checkScreened(ctx, orders, { network: first.chain.network, field, payer });
  const { metadata, ...signed } = await prepareSingleBatch(orders, payer);
  return { ...signed, requests: asked.map(targetOf), ...(metadata && { metadata }) };
}

interface Screening extends Pick<Asked, 'field'> {
  readonly network: Network;
  readonly payer: string | undefined;
}

/** What is paid, where the caller named it, and who judges each side of it. */
type JudgedOrder = AskedPayout['order'] & {
  readonly field: string;
  readonly plans: ReturnType<typeof partyPlans>;
};

/**
 * Looks up who pays and who is paid, and has the vendors of each payment's plan judge them, before anything is written. Refuses as `checkHasList`
 * and `checkParties` do.
 */
async function checkScreened(
  ctx: Context,
  orders: readonly JudgedOrder[],
  { network, field, payer: walletAddress }: Screening,
): Promise<void> {
  checkHasList(ctx, { network, field });
  const payer = { role: 'payer', walletAddress, field: 'payer' } as const;
  // Several payments of one plan have their payer judged once.
  const plans = new Map(
    orders.map(({ plans }) => [writeScreeningPlan(plans.payer), plans.payer] as const),
  );
  await checkParties(ctx, {
    accountId: accountOf(ctx),
    networks: [network],
    parties: [
      ...orders.map(({ payeeAddress, field, plans }) => ({
        role: 'recipient' as const,
        walletAddress: payeeAddress,
        field,
        plan: plans.recipient,
      })),
      ...[...plans.values()].map((plan) => ({ ...payer, plan })),
    ],
  });
}

function targetOf({
  requestId,
  expectedUnits,
  invoiceCurrencyId,
  order,
}: AskedPayout): PayoutOfBatch {
  const { kind, currency } = order;
  return {
    requestId,
    paymentReference: order.paymentReference,
    payee: order.payeeAddress,
    amount: printAmount(expectedUnits, invoiceDecimals(kind, currency)),
    invoiceCurrency: invoiceCurrencyId ?? currency.id,
    paymentCurrency: currency.id,
  };
}
