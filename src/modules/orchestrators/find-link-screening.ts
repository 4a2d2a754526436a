import type { Context } from '#context.ts';
import { hasKytPlan } from './store/links.ts';

/**
 * Whether payers of a client ID's links are to be screened, by its link to a partner. Until
 * screening is built, no payment that requires it may be accepted unscreened.
 */
export async function findLinkScreening(
  ctx: Context,
  clientIdId: string,
): Promise<'none' | 'required'> {
  return (await hasKytPlan(ctx, clientIdId)) ? 'required' : 'none';
}
