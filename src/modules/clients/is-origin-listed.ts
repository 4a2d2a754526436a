import type { Context } from '#context.ts';
import { hasListedOrigin } from './store/credentials.ts';

/** Whether any active client ID may be used from this origin, compared exactly. */
export async function isOriginListed(ctx: Context, origin: string): Promise<boolean> {
  return await hasListedOrigin(ctx, origin);
}
