import { accountOf, type Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import {
  periodStart,
  type Recurrence,
  type RecurrencePlan,
  startProblem,
} from './model/recurrence.ts';
import type { CreateRequestRequest } from './model/request-body.ts';
import { countRecurrences, insertRecurrence } from './store/recurrences.ts';

/** What becomes due at one midnight is made within minutes, and one account delays no other for longer. */
const RECURRENCES_PER_ACCOUNT_MAX = 10_000;

/** The times of a recurrence. Refuses (400) a start in the past or too far ahead. */
export function readPlan(
  { now }: Pick<Context, 'now'>,
  { startDate, frequency }: Recurrence,
): RecurrencePlan {
  const plan = { startAt: new Date(startDate), frequency };
  const problem = startProblem(plan, now());
  if (problem === undefined) return plan;
  const field = 'recurrence.startDate';
  throw refuseField(field, `${field} ${problem}`);
}

interface NewSeries {
  readonly input: CreateRequestRequest;
  readonly plan: RecurrencePlan;
  readonly request: { readonly id: string };
}

/** Adds the recurrence of a new request, in the transaction that writes it. Refuses (400) one too many of the account. */
export async function addRecurrence(ctx: Context, series: NewSeries): Promise<void> {
  const { plan, request, input } = series;
  const { actor } = ctx;
  await checkRecurrenceCount(ctx, 'recurrence');
  const { payer, payee, amount, invoiceCurrency, paymentCurrency, reference } = input;
  await insertRecurrence(ctx, {
    ...plan,
    requestRowId: request.id,
    accountId: accountOf(ctx),
    terms: JSON.stringify({ payer, payee, amount, invoiceCurrency, paymentCurrency, reference }),
    apiKeyId: actor.kind === 'api_key' ? actor.apiKeyId : null,
    orchestratorKeyId: actor.kind === 'orchestrator_pair' ? actor.orchestratorKeyId : null,
    dueAt: periodStart(plan, 1),
  });
}

/** Refuses (400) to begin one more recurrence than an account may have. */
export async function checkRecurrenceCount(ctx: Context, field: string): Promise<void> {
  if ((await countRecurrences(ctx, accountOf(ctx))) < RECURRENCES_PER_ACCOUNT_MAX) return;
  const message = `${field}: an account may have ${RECURRENCES_PER_ACCOUNT_MAX} requests that come again; stop one first`;
  throw refuseField(field, message, 'too_many_recurrences');
}
