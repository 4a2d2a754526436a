import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';

/** What this room does unattended. */
export const sweeps: readonly Sweep<Context>[] = [];
