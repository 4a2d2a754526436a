import type { Context } from '#context.ts';
import { hasKytPlan } from './store/links.ts';

/**
 * Whether payers of a client ID's links are to be screened, as its link to a partner says. Until
 * screening is built, nothing that asks for it may be let through unscreened.
 */
export async function findLinkScreening(
  ctx: Context,
  clientIdId: string,
): Promise<'none' | 'required'> {
  return (await hasKytPlan(ctx, clientIdId)) ? 'required' : 'none';
}
