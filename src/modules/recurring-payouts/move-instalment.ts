import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import type { Instalment } from './model/recurring-payout.ts';
import { type InstalmentEvent, instalmentMachine } from './model/status.ts';
import { moveInstalmentStatus } from './store/instalments.ts';

interface Moved {
  readonly recurringPayoutId: string;
  readonly instalment: Pick<Instalment, 'index' | 'status'>;
  readonly event: InstalmentEvent;
  /** The transaction that took it, where it is known. */
  readonly transactionHash?: Hex;
}

/** Moves an instalment along its table; false where the event does not apply, or somebody else has moved it. */
export async function moveInstalment(
  ctx: Context,
  { recurringPayoutId, instalment, event, transactionHash }: Moved,
): Promise<boolean> {
  const { index, status: from } = instalment;
  const to = next(instalmentMachine, from, event);
  if (to === undefined) return false;
  const hash = transactionHash === undefined ? {} : { transactionHash };
  return await moveInstalmentStatus(ctx, { recurringPayoutId, index, from, to, ...hash });
}
