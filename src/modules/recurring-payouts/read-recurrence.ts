import type { SchedulePayer, Schedules } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import { refuseField } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import type { readTerms } from '#modules/requests/index.ts';
import type { PayoutRecurrence } from './model/recurrence-body.ts';
import {
  noOperatorKey,
  payerIsContract,
  proxyNotUsable,
  proxyProblem,
  recurrenceNotSupported,
} from './model/refusals.ts';
import {
  type Frequency,
  isInPast,
  PERIOD_SECONDS,
  readStartDate,
  type Timetable,
} from './model/schedule.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** A recurrence that the chain's state allows, and its payer. */
export interface ReadyPayer {
  readonly schedules: Schedules;
  readonly payerAddress: string;
  readonly payer: SchedulePayer;
  readonly timetable: Timetable;
  readonly frequency: Frequency;
  readonly relayerFeeUnits: bigint;
}

/**
 * Reads when a payout recurs and whether the chain lets it. Refuses (400) what is not paid in a token, networks without the
 * contract, an installation without a key for it, a contract that would take nothing or pay where nobody looks (money rule 13), a payer that is a
 * contract or the payee, and a start in the past. Throws `Outage`.
 */
export async function readRecurrence(
  ctx: Context,
  terms: RequestTerms,
  recurrence: PayoutRecurrence,
): Promise<ReadyPayer> {
  const { frequency } = recurrence;
  const schedules = schedulesOf(terms);
  const timetable = readTimetable(ctx, recurrence);
  const payerAddress = readPayer(terms, recurrence.payer);
  const [proxy, payer] = await Promise.all([
    schedules.readProxy(),
    schedules.readPayer(payerAddress, terms.currency),
  ]);
  const problem = proxyProblem(proxy);
  if (problem !== undefined) throw proxyNotUsable(terms.chain.network.name, problem);
  if (payer.isContract) throw payerIsContract();
  const relayerFeeUnits = relayerFeeOf(ctx, terms);
  return { schedules, payerAddress, payer, timetable, frequency, relayerFeeUnits };
}

function schedulesOf({ chain, kind, currency }: RequestTerms): Schedules {
  const { schedules, sender, network } = chain;
  if (schedules === undefined) {
    throw recurrenceNotSupported(`Recurring payouts are not available on ${network.name}`);
  }
  if (kind !== 'token') {
    const what = kind === 'native' ? `the coin ${currency.id}` : 'an invoice in another currency';
    const field = kind === 'native' ? 'paymentCurrency' : 'invoiceCurrency';
    throw recurrenceNotSupported(`A recurring payout is paid in a token, not for ${what}`, field);
  }
  if (sender === undefined) throw noOperatorKey(network.name);
  return schedules;
}

function readTimetable(ctx: Context, recurrence: PayoutRecurrence): Timetable {
  const field = 'recurrence.startDate';
  const firstDueAt = readStartDate(recurrence.startDate);
  if (firstDueAt === undefined) {
    const rule = 'must be a date such as 2030-01-01, or an ISO 8601 time with its zone';
    throw refuseField(field, `${field} ${rule}`);
  }
  if (isInPast(firstDueAt, ctx.now())) throw refuseField(field, `${field} must not be in the past`);
  const { frequency, totalPayments } = recurrence;
  return { firstDueAt, periodSeconds: PERIOD_SECONDS[frequency], totalPayments };
}

function readPayer({ chain, payeeAddress }: RequestTerms, text: string): string {
  const field = 'recurrence.payer';
  const payer = readAddress(chain.network.family, text);
  if ('problem' in payer) throw refuseField(field, `${field} ${payer.problem}`);
  if (payer.text === payeeAddress) {
    throw refuseField(field, `${field} must not be the payee: nothing would be paid`);
  }
  return payer.text;
}

/** What each instalment pays to who sends it, in the token; see `RECURRING_RELAYER_FEE`. */
function relayerFeeOf({ settings }: Context, { currency }: RequestTerms): bigint {
  const { recurringRelayerFee } = settings;
  if (recurringRelayerFee === undefined) return 0n;
  const { decimals, symbol } = currency;
  return parseAmount(recurringRelayerFee, { field: 'RECURRING_RELAYER_FEE', decimals, symbol });
}
