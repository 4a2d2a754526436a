import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { addRecurrence, readPlan } from './add-recurrence.ts';
import { checkCreator } from './check-creator.ts';
import { createStandaloneRequest } from './create-standalone-request.ts';
import type { CreateRequestRequest } from './model/request-body.ts';

/** What an integrator receives about a new request. */
interface RequestCreated {
  readonly requestId: string;
  readonly paymentReference: string;
}

/**
 * Creates a request that stands alone, without a link, and where the call says so the recurrence by which
 * further ones are made of it.
 *
 * Refuses (400) what breaks a rule, what is not built yet, a call that names no payee where none is
 * bound, and a bound destination that restricts its payers; (403) another payee or token than those
 * that are bound to the client ID or that a public one may pay, a recurrence by a public one, and a client ID that only its partner
 * may use. Then nothing was written.
 */
export async function createRequest(
  ctx: Context,
  input: CreateRequestRequest,
): Promise<RequestCreated> {
  checkBuilt(input);
  await checkCreator(ctx, { recurrence: input.recurrence });
  const plan = input.recurrence && readPlan(ctx, input.recurrence);
  const { requestId, paymentReference } = await createStandaloneRequest(
    ctx,
    input,
    plan && ((ctx, request) => addRecurrence(ctx, { input, plan, request })),
  );
  return { requestId, paymentReference };
}

/** Refuses what the documentation names and this does not do yet: to ignore it would be to promise it. */
function checkBuilt({ isCryptoToFiatAvailable }: CreateRequestRequest): void {
  if (isCryptoToFiatAvailable !== true) return;
  const message = 'isCryptoToFiatAvailable is not supported yet: leave it out or send false';
  throw refuseField('isCryptoToFiatAvailable', message, 'not_supported');
}
