import type { Context } from '#context.ts';
import { findRecipient } from './find-recipient.ts';
import { payUntilOf } from './model/off-ramp-order.ts';
import { isOver } from './model/status.ts';
import { findOrder, findTarget } from './store.ts';

/** A payout as somebody is about to pay it. */
interface PayoutToPay {
  readonly accountId: string;
  readonly requestRowId: string;
  /** The address that its payer is shown. */
  readonly payeeAddress: string;
}

/**
 * Whether a payout can be paid now at the address that its payer is shown: its order is open, in time and at this address, and
 * payer and bank account are what the order was made for. Makes no order. `in_progress` where the provider has the tokens.
 */
export async function findPayability(
  ctx: Context,
  { accountId, requestRowId, payeeAddress }: PayoutToPay,
): Promise<'payable' | 'in_progress' | 'not_payable'> {
  if (ctx.offRamp === undefined) return 'not_payable';
  const order = await findOrder(ctx, requestRowId);
  const target = await findTarget(ctx, requestRowId);
  if (order === undefined || target === undefined) return 'not_payable';
  if (order.status !== 'opened') {
    return order.status === 'drafted' || isOver(order.status) ? 'not_payable' : 'in_progress';
  }
  if (ctx.now() >= payUntilOf(order) || order.depositAddress !== payeeAddress) return 'not_payable';
  const recipient = await findRecipient(ctx, { accountId, ...target });
  if (typeof recipient === 'string') return 'not_payable';
  return recipient.providerAccountId === order.providerAccountId ? 'payable' : 'not_payable';
}
