import type { Context } from '#context.ts';
import { isReferenceTaken } from './store/requests.ts';

/**
 * References are 64 random bits: two drawings that are both taken mean that the chance is broken,
 * and no number of further ones would help.
 */
const DRAWINGS_MAX = 3;

/** Draws requests up and writes them, and does so again where a reference was another's already. */
export async function untilReferencesAreFree<T>(ctx: Context, draw: () => Promise<T>): Promise<T> {
  for (let drawing = 1; ; drawing++) {
    try {
      return await draw();
    } catch (error) {
      // Inside of a larger transaction the refused statement has ended it, and nothing can follow.
      const again = isReferenceTaken(error) && !ctx.db.isTransaction && drawing < DRAWINGS_MAX;
      if (!again) throw error;
    }
  }
}
