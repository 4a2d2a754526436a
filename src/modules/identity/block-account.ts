import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findAccountWithBlock, insertAccountBlock } from './store/administration.ts';
import { accountNotFound } from './view-account.ts';

/** Which account, and why; its owners read the reason in their log once it is unblocked. */
export interface AccountBlockInput {
  readonly id: string;
  readonly reason: string;
}

/**
 * Blocks an account: from now on its sessions and keys are refused, in every process, and nobody signs in to it. What is
 * paid to it on chains is recorded as before, and settles.
 *
 * Refuses (404) an account that is not there, and (409) the caller's own, that of Florin itself, and one that is blocked.
 */
export async function blockAccount(
  ctx: Context,
  { id, reason }: AccountBlockInput,
): Promise<{ readonly success: true }> {
  await transact(ctx, async (ctx) => {
    if ((await findAccountWithBlock(ctx, id)) === undefined) throw accountNotFound();
    const isOwn = 'accountId' in ctx.actor && ctx.actor.accountId === id;
    if (isOwn || /^0+$/.test(id)) throw accountNotBlockable();
    if (!(await insertAccountBlock(ctx, { accountId: id, reason }))) throw accountAlreadyBlocked();
    await recordAdministration(ctx, {
      accountId: id,
      action: 'account.blocked',
      object: { kind: 'account', id },
      details: { reason },
    });
  });
  return { success: true };
}

/** 409: an account whose block would lock the caller, or all payers, out. */
export function accountNotBlockable(): Refusal {
  const message = 'Your own account and that of Florin itself cannot be blocked';
  return new Refusal('account_not_blockable', 409, message);
}

/** 409: nothing is changed. */
export function accountAlreadyBlocked(): Refusal {
  return new Refusal('account_already_blocked', 409, 'This account is blocked already');
}
