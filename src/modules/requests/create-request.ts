import { accountOf, type Context } from '#context.ts';
import { insertPayout } from '#modules/off-ramps/index.ts';
import { addRecurrence, readPlan } from './add-recurrence.ts';
import { checkCreator } from './check-creator.ts';
import { createStandaloneRequest } from './create-standalone-request.ts';
import type { CreateRequestRequest } from './model/request-body.ts';
import { readPayout } from './read-payout.ts';

/** What an integrator receives about a new request. */
interface RequestCreated {
  readonly requestId: string;
  readonly paymentReference: string;
}

/**
 * Creates a request that stands alone, without a link, and where the call says so the recurrence by which
 * further ones are made of it.
 *
 * Refuses (400) what breaks a rule, a call that names no payee where none is
 * bound, and a bound destination that restricts its payers; (403) another payee or token than those
 * that are bound to the client ID or that a public one may pay, a recurrence by a public one, and a client ID that only its partner
 * may use. Then nothing was written.
 */
export async function createRequest(
  ctx: Context,
  input: CreateRequestRequest,
): Promise<RequestCreated> {
  checkCreator(ctx, { recurrence: input.recurrence });
  const payout = await readPayout(ctx, input);
  if (payout !== undefined) return await createPayout(ctx, payout);
  const plan = input.recurrence && readPlan(ctx, input.recurrence);
  const { requestId, paymentReference } = await createStandaloneRequest(
    ctx,
    input,
    plan && { writeAlso: (ctx, request) => addRecurrence(ctx, { input, plan, request }) },
  );
  return { requestId, paymentReference };
}

/** Creates a request without a payee, and the bank account that it is paid out to, both or nothing. */
async function createPayout(
  ctx: Context,
  { target, input }: NonNullable<Awaited<ReturnType<typeof readPayout>>>,
): Promise<RequestCreated> {
  const accountId = accountOf(ctx);
  const { requestId, paymentReference } = await createStandaloneRequest(ctx, input, {
    isPaidOut: true,
    writeAlso: (ctx, { id: requestRowId }) =>
      insertPayout(ctx, { ...target, accountId, requestRowId }),
  });
  return { requestId, paymentReference };
}
