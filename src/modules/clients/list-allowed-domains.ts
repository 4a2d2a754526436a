import type { Context } from '#context.ts';
import { findActiveDomains } from './store/credentials.ts';

/** The origins that a client ID may be used from, by its row; none of one that is paused or revoked, or that has none. */
export async function listAllowedDomains(ctx: Context, clientIdId: string): Promise<string[]> {
  return await findActiveDomains(ctx, clientIdId);
}
