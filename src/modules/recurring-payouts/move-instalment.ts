import type { Context } from '#context.ts';
import { next } from '#kit/machine.ts';
import type { Instalment } from './model/recurring-payout.ts';
import { type InstalmentEvent, instalmentMachine } from './model/status.ts';
import { type InstalmentMove, moveInstalmentStatus } from './store/instalments.ts';

interface Moved {
  readonly recurringPayoutId: string;
  readonly instalment: Pick<Instalment, 'index' | 'status'>;
  readonly event: InstalmentEvent;
  /** The transaction that took it, where it is known. */
  readonly taken?: InstalmentMove['taken'];
}

/** Moves an instalment along its table; false where the event does not apply, or somebody else has moved it. */
export async function moveInstalment(
  ctx: Context,
  { recurringPayoutId, instalment, event, taken }: Moved,
): Promise<boolean> {
  const { index, status: from } = instalment;
  const to = next(instalmentMachine, from, event);
  if (to === undefined) return false;
  return await moveInstalmentStatus(ctx, {
    recurringPayoutId,
    index,
    from,
    to,
    ...(taken && { taken }),
  });
}
