import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { checkAccountCalls } from './check-account-calls.ts';
import {
  checkPayeeSignature,
  nonceNotValid,
  type PayeeSignature,
} from './check-payee-signature.ts';
import { destinationNotFound } from './look-up-payee-destination.ts';
import { readDestinationName } from './model/destination-name.ts';
import { endDestination, findOwn } from './store/destinations.ts';
import { consumeNonce } from './store/nonces.ts';

interface SignedDeactivation extends PayeeSignature {
  readonly destinationId: string;
}

/**
 * Ends a destination of the caller's account by the signature of its wallet.
 *
 * Refuses (403) a caller that does not speak for the account, whoever signed; (404) a destination that the
 * account never registered or that has ended; and (400) a nonce or signature that is not valid.
 */
export async function deactivateSignedDestination(
  ctx: Context,
  input: SignedDeactivation,
): Promise<{ readonly success: true; readonly message: string }> {
  checkAccountCalls(ctx);
  const destination = readDestinationName(input.destinationId);
  const accountId = accountOf(ctx);
  const found = await findOwn(ctx, { accountId, destinationId: destination.text });
  if (found === undefined) throw destinationNotFound();
  if (!found.active) throw destinationEnded();
  await checkPayeeSignature(ctx, input, { action: 'deactivate', destination });
  await transact(ctx, async (ctx) => {
    if (!(await consumeNonce(ctx, input.nonce))) throw nonceNotValid('was used');
    if (!(await endDestination(ctx, found.id))) throw destinationEnded();
    await recordAudit(ctx, {
      accountId,
      action: 'payee_destination.deactivated',
      object: { kind: 'payee_destination', id: found.id },
      details: { destinationId: destination.text },
    });
  });
  return { success: true, message: 'Payee destination deactivated successfully' };
}

/** 404: a destination of the account that is no longer active. */
export function destinationEnded(): Refusal {
  const message = 'This payee destination is not active any more';
  return new Refusal('destination_not_active', 404, message);
}
