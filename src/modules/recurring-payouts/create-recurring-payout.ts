import { NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { PreparedSchedule } from '#chains/chain.ts';
import { type Context, isRestrictedCaller } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, hexOf } from '#kit/hex.ts';
import { createRequests, type readTerms } from '#modules/requests/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type Committed, findCommitted, findUnsigned } from './find-committed.ts';
import type { PayoutRecurrence } from './model/recurrence-body.ts';
import { recurrenceNotForPublic, severalFeeReceivers, termsNotHeld } from './model/refusals.ts';
import { dueAt, expiryOf, PERIOD_SECONDS } from './model/schedule.ts';
import { approvalsLacking, instalmentUnits } from './model/totals.ts';
import type { RecurringPayoutCreated } from './model/wire-created.ts';
import { type ReadyPayer, readRecurrence } from './read-recurrence.ts';
import { insertInstalment } from './store/instalments.ts';
import { insertPayout, type NewRecurringPayout } from './store/payouts.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** The request of the first instalment, not written yet. */
type RequestDraft = Parameters<Parameters<typeof createRequests>[2]>[0][number];

/** A payout that is to recur. */
interface NewRecurrence {
  readonly terms: RequestTerms;
  readonly recurrence: PayoutRecurrence;
  readonly reference: string | undefined;
  readonly customerInfo: object | undefined;
  /** Who judges whom it pays; null where nobody does. */
  readonly plan: ScreeningPlan | null;
}

/** A nonce makes permits differ that are otherwise equal; the contract reads nothing else from it. */
const NONCE_BYTES = 16;

/**
 * Creates a recurring payout with the request of its first instalment and prepares what its payer signs: all of it, or
 * nothing is written.
 *
 * Refuses (400) what the contract cannot hold or the chain's state does not let it do, and (403) a public client ID in
 * production. Throws `Outage` when no node answers.
 */
export async function createRecurringPayout(
  ctx: Context,
  { terms, recurrence, reference, customerInfo, plan }: NewRecurrence,
): Promise<RecurringPayoutCreated> {
  if (isRestrictedCaller(ctx)) throw recurrenceNotForPublic();
  const ready = await readRecurrence(ctx, terms, recurrence);
  const { payerAddress } = ready;
  const id = ctx.newId();
  const standalone = {
    originForm: 'payout',
    reference,
    customerInfo,
    payerAddress,
    recurringPayoutId: id,
    plan,
  } as const;
  const requests = { flow: 'outgoing', terms: [terms], standalone } as const;
  return await createRequests(ctx, requests, async ([draft], insert) => {
    invariant(draft !== undefined, 'one request was drafted');
    if (draft.fees.length > 0) throw severalFeeReceivers();
    const prepared = prepareSchedule(ctx, ready, draft);
    const committed = await readCommitted(ctx, ready, { draft, prepared });
    const payout = rowOf(ctx, ready, { id, draft, prepared });
    // After the reads: nothing is written that cannot be answered, and no connection waits for a node.
    await transact(ctx, async (ctx) => {
      await insertPayout(ctx, payout);
      await insert(ctx);
      await insertInstalment(ctx, {
        recurringPayoutId: id,
        accountId: terms.accountId,
        index: 1,
        status: 'waiting',
        requestRowId: draft.row.id,
        dueAt: ready.timetable.firstDueAt,
      });
    });
    const { payUrl } = ctx.settings;
    return answerOf(payout, ready, { draft, prepared, committed, payUrl });
  });
}

/** What each instalment takes. */
function unitsOf({ relayerFeeUnits }: ReadyPayer, { order }: RequestDraft) {
  return { ...order.due, relayerFeeUnits };
}

function prepareSchedule(ctx: Context, ready: ReadyPayer, draft: RequestDraft): PreparedSchedule {
  const { schedules, payerAddress, timetable } = ready;
  const { order } = draft;
  const prepared = schedules.prepare({
    payerAddress,
    payeeAddress: order.payeeAddress,
    currency: order.currency,
    ...unitsOf(ready, draft),
    feeAddress: order.platformFee?.address ?? NO_FEE_ADDRESS,
    firstAt: timetable.firstDueAt,
    periodSeconds: timetable.periodSeconds,
    totalPayments: timetable.totalPayments,
    nonce: BigInt(hexOf(ctx.random(NONCE_BYTES))),
    expiresAt: expiryOf(timetable),
    // Instalments are taken in their order here; one that was paid in another way is left out.
    isInOrder: false,
  });
  if ('refused' in prepared) throw termsNotHeld(prepared.refused);
  return prepared;
}

interface Prepared {
  readonly draft: RequestDraft;
  readonly prepared: PreparedSchedule;
}

interface Asked extends Committed {
  /** What this account has asked the payer for lately and is not signed. */
  readonly unsignedUnits: bigint;
}

async function readCommitted(
  ctx: Context,
  { payerAddress, schedules }: ReadyPayer,
  { draft, prepared }: Prepared,
): Promise<Asked> {
  const { chain, currency } = draft.order;
  const query = {
    payerAddress,
    network: chain.network.id,
    currencyId: currency.id,
    spenderAddress: prepared.spenderAddress,
  };
  const [committed, unsignedUnits] = await Promise.all([
    findCommitted(ctx, { ...query, schedules }),
    findUnsigned(ctx, { ...query, accountId: draft.row.account_id }),
  ]);
  return { ...committed, unsignedUnits };
}

function rowOf(
  ctx: Context,
  { payerAddress, timetable, relayerFeeUnits, frequency }: ReadyPayer,
  { id, draft, prepared }: Prepared & { readonly id: string },
): NewRecurringPayout {
  const { row, order } = draft;
  return {
    id,
    account_id: row.account_id,
    page_token: ctx.newId(),
    status: 'pending',
    client_id_id: row.client_id_id ?? null,
    orchestrator_id: row.orchestrator_id ?? null,
    origin: row.origin ?? null,
    reference: row.reference ?? null,
    network: order.chain.network.id,
    currency_id: order.currency.id,
    payer_address: payerAddress,
    payee_address: order.payeeAddress,
    amount_units: order.due.amountUnits,
    fee_units: order.due.feeUnits,
    fee_address: order.platformFee?.address ?? null,
    relayer_fee_units: relayerFeeUnits,
    frequency,
    period_seconds: PERIOD_SECONDS[frequency],
    first_due_at: timetable.firstDueAt,
    total_payments: timetable.totalPayments,
    expires_at: expiryOf(timetable),
    permit: JSON.stringify(prepared.permit),
    digest: bytesOf(prepared.digest),
    spender_address: prepared.spenderAddress,
    created_at: ctx.now(),
    screening: row.screening ?? null,
    // It ends by itself where nobody signs it.
    next_check_at: dueAt(timetable, 2),
  };
}

function answerOf(
  payout: NewRecurringPayout,
  ready: ReadyPayer,
  {
    draft,
    prepared,
    committed,
    payUrl,
  }: Prepared & { readonly committed: Asked; readonly payUrl: string },
): RecurringPayoutCreated {
  const { schedules, payer, timetable } = ready;
  const { currency } = draft.order;
  const { allowanceUnits } = payer;
  const ownUnits = instalmentUnits(unitsOf(ready, draft)) * BigInt(timetable.totalPayments);
  const othersUnits = committed.units + committed.unsignedUnits;
  const neededUnits = othersUnits + ownUnits;
  const resetsAllowance = needsAllowanceReset(currency);
  const approvals = approvalsLacking(neededUnits, { allowanceUnits, resetsAllowance });
  return {
    id: payout.id,
    accountId: payout.account_id,
    pageToken: payout.page_token,
    pageUrl: `${payUrl}/recurring/?token=${payout.page_token}`,
    requestId: draft.row.request_id,
    paymentReference: draft.row.payment_reference,
    permit: prepared.permit,
    transactions: approvals.map((units) =>
      schedules.approvalCall(prepared.spenderAddress, currency, units),
    ),
    neededUnits,
    allowanceUnits,
    othersUnits,
    unsignedUnits: committed.unsignedUnits,
    revived: committed.revived,
  };
}
