import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordEvents } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { securePaymentMachine } from './model/status.ts';
import { moveLinksOfRevoked } from './store/withdrawal.ts';

/**
 * Withdraws up to `limit` pending links whose client ID was revoked, each with its event, and answers
 * how many. A link that is being paid is left until that payment counts or has vanished.
 */
export async function invalidateSecurePayments(ctx: Context, limit: number): Promise<number> {
  const to = next(securePaymentMachine, 'pending', 'withdrawn');
  invariant(to !== undefined, 'a pending link can be withdrawn');
  return await transact(ctx, async (ctx) => {
    const links = await moveLinksOfRevoked(ctx, { to, limit });
    await recordEvents(
      ctx,
      links.map((link) => ({
        accountId: link.accountId,
        securePaymentToken: link.token,
        clientIdId: link.clientIdId,
        orchestratorId: link.orchestratorId,
        origin: link.origin,
        payload: {
          event: 'link.invalidated',
          securePaymentToken: link.token,
          paymentToken: link.token,
          reason: 'client_id_revoked',
          timestamp: isoTime(ctx.now()),
        },
      })),
    );
    return links.length;
  });
}
