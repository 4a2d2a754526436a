import { accountOf, type Context } from '#context.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import { paymentCalldata, type RequestCalldata, requestCalldata } from '#modules/calldata/index.ts';
import { checkParties, settlePlan } from '#modules/compliance/index.ts';
import {
  createRecurringPayout,
  type PayoutRecurrence,
  wireCreated,
} from '#modules/recurring-payouts/index.ts';
import { checkCreator, createRequests, type readTerms } from '#modules/requests/index.ts';
import { checkHasList, type ScreeningPlan } from '#modules/screening/index.ts';
import type { CreatePayoutRequest } from './model/payout-body.ts';
import { networkOf, readPayer, readPayout } from './read-payout.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** A new payout, and what its payer signs. */
interface PayoutCreated extends RequestCalldata {
  readonly requestId: string;
  readonly paymentReference: string;
}

/**
 * Creates the request that a payout is, and prepares the transactions that pay it: both, or nothing
 * is written. One that recurs is prepared as the permit that its payer signs.
 *
 * Refuses (400) what breaks a rule or is not built yet, and a conversion without a rate that is fresh
 * enough; (403) a client ID that only its partner may use; (409) a payee who cannot be paid by this
 * wallet. Throws `Outage` when no node answers.
 */
export async function createPayout(
  ctx: Context,
  input: CreatePayoutRequest,
): Promise<PayoutCreated | ReturnType<typeof wireCreated>> {
  checkCreator(ctx, input);
  const { recurrence } = input;
  if (recurrence !== undefined) return await createRecurring(ctx, input, recurrence);
  const wallet = payerOf(input);
  const { reference, customerInfo } = input;
  const terms = await readPayout(ctx, input);
  const payer = { walletAddress: wallet, field: 'payerWallet' };
  const plan = await checkScreened(ctx, terms, payer);
  const requests = {
    flow: 'outgoing',
    terms: [terms],
    standalone: { originForm: 'payout', reference, payerAddress: wallet, customerInfo, plan },
  } as const;
  return await createRequests(ctx, requests, async ([draft], insert) => {
    invariant(draft !== undefined, 'one payout was drafted');
    const { row, order } = draft;
    // Before the writing: what cannot be paid is never written, and no connection waits for a chain.
    const calldata = requestCalldata(await paymentCalldata(order, wallet));
    await insert();
    return { requestId: row.request_id, paymentReference: row.payment_reference, ...calldata };
  });
}

async function createRecurring(
  ctx: Context,
  input: CreatePayoutRequest,
  recurrence: PayoutRecurrence,
) {
  const wallet = payerOf(input);
  const terms = await readPayout(ctx, input);
  const named = readPayer(terms.chain.network, recurrence.payer, 'recurrence.payer');
  if (wallet !== undefined && wallet !== named) {
    const message = 'recurrence.payer must be the same as payerWallet, or that left out';
    throw refuseField('recurrence.payer', message);
  }
  const payer = { walletAddress: named, field: 'recurrence.payer' };
  const plan = await checkScreened(ctx, terms, payer);
  const { reference, customerInfo } = input;
  return wireCreated(
    await createRecurringPayout(ctx, { terms, recurrence, reference, customerInfo, plan }),
  );
}

/**
 * Looks up who pays and who is paid, and has the vendors of a plan judge who is paid, before anything is written. Returns the plan. Refuses as
 * `checkHasList`, `settlePlan` and `checkParties` do.
 */
async function checkScreened(
  ctx: Context,
  { chain: { network }, payeeAddress }: RequestTerms,
  payer: { readonly walletAddress: string | undefined; readonly field: string },
): Promise<ScreeningPlan | null> {
  checkHasList(ctx, { network, field: 'paymentCurrency' });
  const plan = await settlePlan(ctx, { network });
  await checkParties(ctx, {
    accountId: accountOf(ctx),
    networks: [network],
    parties: [
      { role: 'recipient', walletAddress: payeeAddress, field: 'payee', plan },
      { role: 'payer', ...payer, plan: null },
    ],
  });
  return plan;
}

/** The wallet that pays; of its two names one suffices, and they must not contradict each other. */
function payerOf(input: CreatePayoutRequest): string | undefined {
  const network = networkOf(input.paymentCurrency);
  if (network === undefined) return undefined;
  const wallet = readPayer(network, input.payerWallet, 'payerWallet');
  const address = readPayer(network, input.payerAddress, 'payerAddress');
  if (wallet !== undefined && address !== undefined && wallet !== address) {
    throw refuseField('payerAddress', 'payerAddress must be the same as payerWallet, or left out');
  }
  return wallet ?? address;
}
