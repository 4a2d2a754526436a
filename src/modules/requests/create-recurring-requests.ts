import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { actorOfRecurrence } from './actor-of-recurrence.ts';
import { checkCreator } from './check-creator.ts';
import { createStandaloneRequest, type WriteAlso } from './create-standalone-request.ts';
import { periodStart } from './model/recurrence.ts';
import { CreateRequestRequest } from './model/request-body.ts';
import {
  claimDueRecurrence,
  type DueRecurrence,
  deferRecurrence,
  insertRecurringRequest,
  moveRecurrence,
} from './store/recurrences.ts';

/** What is not the integrator's doing is tried again after this. */
const DEFERRED_MS = 10 * 60 * 1_000;

/** A network or a vendor that this installation lost may be configured again; everything else that is refused stays so. */
const TEMPORARY_CODES: readonly string[] = ['unsupported_network', 'screening_not_available'];

/**
 * Creates up to `limit` requests that are due, each in a transaction of its own with its event, and returns how
 * many recurrences it worked on. Periods that were missed follow each other in their order, one request each. A call that
 * would be refused now stops the recurrence, with the reason; what fails for another cause is tried again later.
 */
export async function createRecurringRequests(
  ctx: Context,
  limit: number,
  signal?: AbortSignal,
): Promise<number> {
  for (let done = 0; done < limit && signal?.aborted !== true; done++) {
    if (!(await createNext(ctx))) return done;
  }
  return limit;
}

async function createNext(ctx: Context): Promise<boolean> {
  let claimed: DueRecurrence | undefined;
  try {
    return await transact(ctx, async (ctx) => {
      claimed = await claimDueRecurrence(ctx, ctx.now());
      if (claimed === undefined) return false;
      await createOrStop(ctx, claimed);
      return true;
    });
  } catch (error) {
    if (claimed === undefined) throw error;
    const { requestId } = claimed;
    ctx.log.error({ err: error, requestId }, 'a recurring request failed; trying again later');
    await deferRecurrence(ctx, claimed, new Date(ctx.now().getTime() + DEFERRED_MS));
    return true;
  }
}

async function createOrStop(ctx: Context, due: DueRecurrence): Promise<void> {
  try {
    const actor = await actorOfRecurrence(ctx, due);
    await createForPeriod({ ...ctx, actor }, due);
  } catch (error) {
    // A refusal comes before anything is written, so the transaction can go on.
    if (!(error instanceof Refusal) || TEMPORARY_CODES.includes(error.code)) throw error;
    const { requestRowId, requestId } = due;
    ctx.log.warn({ requestId, code: error.code }, 'a request stopped recurring: it is refused now');
    await moveRecurrence(ctx, { requestRowId, dueAt: null, stopReason: error.message });
  }
}

/** Creates the request of the next period as the call of the first one would create it now. */
async function createForPeriod(ctx: Context, due: DueRecurrence): Promise<void> {
  const { requestRowId: recurrenceId, nextPeriod: period } = due;
  checkCreator(ctx);
  const input = {
    ...CreateRequestRequest.parse(JSON.parse(due.terms)),
    originalRequestId: due.requestId,
    originalRequestPaymentReference: due.paymentReference,
    ...(due.customerInfo !== null && { customerInfo: JSON.parse(due.customerInfo) }),
  };
  const writeAlso: WriteAlso = async (ctx, { id, requestId, paymentReference }) => {
    await insertRecurringRequest(ctx, { requestRowId: id, recurrenceId, period });
    const nextPeriod = period + 1;
    await moveRecurrence(ctx, {
      requestRowId: recurrenceId,
      nextPeriod,
      dueAt: periodStart(due, nextPeriod),
    });
    await recordEvent(ctx, {
      accountId: due.accountId,
      securePaymentToken: null,
      clientIdId: due.clientIdId,
      orchestratorId: due.orchestratorId,
      origin: due.origin,
      payload: payloadOf({
        event: 'request.recurring',
        requestId,
        paymentReference,
        original: { requestId: due.requestId, paymentReference: due.paymentReference },
        at: ctx.now(),
        link: {
          token: null,
          reference: due.reference,
          clientId: due.clientId,
          orchestratorId: due.orchestratorId,
        },
      }),
    });
  };
  await createStandaloneRequest(ctx, input, { writeAlso });
}
