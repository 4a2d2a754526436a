import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { recordEvents } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { securePaymentMachine } from './model/status.ts';
import { moveDueLinks } from './store/links.ts';

/** Expires up to `limit` links whose deadline has passed, and returns how many. */
export async function expireSecurePayments(ctx: Context, limit: number): Promise<number> {
  const to = next(securePaymentMachine, 'pending', 'deadline_passed');
  invariant(to !== undefined, 'a pending link can expire');
  return await transact(ctx, async (ctx) => {
    const now = ctx.now();
    const links = await moveDueLinks(ctx, { to, now, limit });
    await recordEvents(
      ctx,
      links.map((link) => ({
        accountId: link.accountId,
        securePaymentToken: link.token,
        clientIdId: link.clientIdId,
        orchestratorId: link.orchestratorId,
        origin: link.origin,
        payload: {
          event: 'link.expired',
          securePaymentToken: link.token,
          paymentToken: link.token,
          expiresAt: isoTime(link.expiresAt),
          timestamp: isoTime(now),
        },
      })),
    );
    return links.length;
  });
}
