import type { Context } from '#context.ts';
import type { HeldMeasures } from '#modules/settlement/index.ts';

/** The payments that do not count because of who sent them. */
export interface HeldStatus {
  /** Of whom nothing is known; they are asked about again. */
  readonly undecided: number;
  readonly undecidedSeconds: number;
  /** Those that their accounts have not released. */
  readonly refused: number;
}

/** What operators see of held payments. */
export function heldStatus(
  ctx: Pick<Context, 'now'>,
  { undecided, refused, oldestUndecidedAt }: HeldMeasures,
): HeldStatus {
  const waitedMs =
    oldestUndecidedAt === null ? 0 : ctx.now().getTime() - oldestUndecidedAt.getTime();
  return { undecided, refused, undecidedSeconds: Math.max(0, Math.round(waitedMs / 1_000)) };
}
