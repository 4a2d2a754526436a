import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type SecurePaymentStatus, securePaymentMachine } from './model/status.ts';
import { lockOwnLink, moveOwnLink } from './store/withdrawal.ts';

interface Withdrawal {
  readonly token: string;
  /** For the audit log. */
  readonly reason: string | undefined;
}

/**
 * Withdraws a pending link of the caller's account: nobody is shown what to pay any more, which `link.invalidated` and the audit log
 * say. Doing it again changes nothing.
 *
 * Refuses (404) what is no link of the account, and (409) one that has ended otherwise, is being paid, or of which a part is paid.
 */
export async function invalidateSecurePayment(
  ctx: Context,
  { token, reason }: Withdrawal,
): Promise<{ readonly token: string; readonly status: 'invalidated' }> {
  const accountId = accountOf(ctx);
  const done = { token, status: 'invalidated' } as const;
  if (!isUlid(token)) throw linkNotFound();
  return await transact(ctx, async (ctx) => {
    const link = await lockOwnLink(ctx, { token, accountId });
    if (link === undefined) throw linkNotFound();
    if (link.status === done.status) return done;
    if (link.status !== 'pending') throw linkHasEnded(link.status);
    const to = next(securePaymentMachine, link.status, 'withdrawn');
    invariant(to === done.status, 'a pending link can be withdrawn');
    if (!(await moveOwnLink(ctx, { token, to }))) throw linkIsBeingPaid();
    await recordEvent(ctx, {
      accountId,
      securePaymentToken: token,
      clientIdId: link.clientIdId,
      orchestratorId: link.orchestratorId,
      origin: link.origin,
      payload: {
        event: 'link.invalidated',
        securePaymentToken: token,
        paymentToken: token,
        reason: 'withdrawn',
        timestamp: isoTime(ctx.now()),
      },
    });
    const object = { kind: 'secure_payment', id: token };
    const details = reason === undefined ? {} : { reason };
    await recordAudit(ctx, { accountId, action: 'secure_payment.invalidated', object, details });
    return done;
  });
}

/** 404: no link of this account has the token. */
export function linkNotFound(): Refusal {
  return new Refusal('secure_payment_not_found', 404, 'Secure payment not found');
}

/** 409: there is nothing left to withdraw. */
export function linkHasEnded(status: SecurePaymentStatus): Refusal {
  return new Refusal(
    'secure_payment_ended',
    409,
    `The link is ${status}, so it cannot be withdrawn`,
  );
}

/** 409: somebody has paid a part of it, or all of it waits for confirmations. */
export function linkIsBeingPaid(): Refusal {
  const message =
    'A payment of this link was seen or counts already, so it cannot be withdrawn: wait for it, or refund it';
  return new Refusal('secure_payment_being_paid', 409, message);
}
