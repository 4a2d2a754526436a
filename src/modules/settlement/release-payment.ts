import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { movePayerHolds } from '#modules/ledger/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { wakeSettling } from './store/blocks.ts';
import { findHeldPayments, movePayerCheck, wakeDeciding } from './store/payer-checks.ts';

/** Which payment is let in, and why. */
interface Release {
  readonly id: string;
  /** Whose it must be; undefined for an operator. */
  readonly accountId?: string;
  /** For the audit log. */
  readonly reason: string;
  /** An operator says so explicitly. */
  readonly despiteLists?: boolean;
}

/**
 * Lets a payment count although its payer was refused or nothing is known of them, with an entry in the audit log of its account. One that an
 * allowlist refused is still looked up where wallets are. Releasing again changes nothing.
 *
 * Refuses (404) what is not held and (403), where this installation requires lists, what they refused or did not answer about, unless an
 * operator says so; nor does an account release what its operator rejects in advance.
 */
export async function releasePayment(ctx: Context, release: Release): Promise<HeldPayment> {
  return await transact(ctx, async (ctx) => {
    const held = await findOne(ctx, release);
    if (held.status === 'released') return held;
    const { reason } = held;
    if (isOfLists(held) && !release.despiteLists && ctx.settings.sanctionsOracle === 'required') {
      throw operatorReleases();
    }
    if (held.provider === 'operator' && release.accountId !== undefined) throw operatorRejected();
    // Whom an allowlist refused was neither looked up nor judged.
    const isChecked = ctx.settings.sanctionsOracle !== 'off' || held.plan !== null;
    if (reason === 'wallet_not_allowed' && isChecked) {
      await move(ctx, held, { ...release, event: 'allowlist_waived' });
    } else await move(ctx, held, { ...release, event: 'was_released' });
    return await findOne(ctx, release);
  });
}

async function findOne(ctx: Context, { id, accountId }: Release): Promise<HeldPayment> {
  const statuses = ['undecided', 'refused', 'released', 'cleared'] as const;
  const [held] = isUlid(id)
    ? await findHeldPayments(ctx, { transferIds: [id], accountId, statuses, limit: 1 })
    : [];
  if (held === undefined) throw heldPaymentNotFound();
  return held;
}

/** Whether lists refused it or gave no answer. Vendors judge only whom the lists have cleared. */
function isOfLists({ reason, provider }: HeldPayment): boolean {
  if (provider !== null) return false;
  return reason === 'screening_rejected' || reason === 'provider_error' || reason === null;
}

interface Moving {
  readonly event: 'was_released' | 'allowlist_waived';
}

async function move(
  ctx: Context,
  held: HeldPayment,
  { reason, event }: Pick<Release, 'reason'> & Moving,
): Promise<void> {
  const { transferId, status: from } = held;
  if (from !== 'undecided' && from !== 'refused') return;
  const isWaived = event === 'allowlist_waived';
  // The transfer first, as everywhere. One that is being undone or decided about is not there any more, or comes again.
  const moved = await movePayerHolds(ctx, [transferId], {
    from: from === 'refused' ? 'refused' : 'held',
    event: isWaived ? 'payer_undecided' : 'payer_accepted',
  });
  if (moved.size === 0) throw heldPaymentChanged();
  const isMoved = await movePayerCheck(ctx, {
    transferId,
    from,
    to: isWaived ? 'undecided' : 'released',
    ...(isWaived && { allowlistWaived: true, reason: null, wallet: null, provider: null }),
  });
  invariant(isMoved, 'a check moves with its transfer');
  await recordAudit(ctx, {
    accountId: held.accountId,
    action: isWaived ? 'held_payment.allowlist_waived' : 'held_payment.released',
    object: { kind: 'held_payment', id: transferId },
    details: { reason, reasonCode: held.reason, requestId: held.requestId },
  });
  await (isWaived ? wakeDeciding(ctx) : wakeSettling(ctx));
}

/** 404: the account has no such payment that is or was held. */
export function heldPaymentNotFound(): Refusal {
  return new Refusal('held_payment_not_found', 404, 'Held payment not found');
}

/** 403: this installation requires lists of sanctioned addresses. */
export function operatorReleases(): Refusal {
  const message =
    'Wallets must be on no list of sanctioned addresses here: ask the operator of this service to release it';
  return new Refusal('operator_release_required', 403, message);
}

/** 403: the operator has rejected the wallet for the account. */
export function operatorRejected(): Refusal {
  const message =
    'The operator of this service has rejected the wallet: ask them to release the payment';
  return new Refusal('operator_release_required', 403, message);
}

/** 409: its block was just replaced, or it was just decided about. */
export function heldPaymentChanged(): Refusal {
  return new Refusal('held_payment_changed', 409, {
    message: 'The payment has just changed: read it again',
    retryAfterSeconds: 1,
  });
}
