import { accountOf, type Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { destinationNotFound } from './look-up-payee-destination.ts';
import { parseDestinationId } from './model/destination-id.ts';
import { endDestination, findOwn } from './store/destinations.ts';

/**
 * Ends a destination of the account: nothing new is paid to it unless somebody names it. One that
 * has ended is left as it is. Refuses (400) what is no destination ID, and (404) one that the
 * account never registered.
 */
export async function deactivatePayeeDestination(
  ctx: Context,
  input: { readonly destinationId: string },
): Promise<{ readonly success: true; readonly message: string }> {
  const { text } = parseDestinationId(input.destinationId);
  const accountId = accountOf(ctx);
  const found = await findOwn(ctx, { accountId, destinationId: text });
  if (found === undefined) throw destinationNotFound();
  await transact(ctx, async (ctx) => {
    if (!(await endDestination(ctx, found.id))) return;
    await recordAudit(ctx, {
      accountId,
      action: 'payee_destination.deactivated',
      object: { kind: 'payee_destination', id: found.id },
      details: { destinationId: text },
    });
  });
  return { success: true, message: 'Payee destination deactivated successfully' };
}
