import type { Context } from '#context.ts';
import { updateClientId } from './update-client-id.ts';

/**
 * Ends a client ID of the caller's account for good: calls with it are refused (403) from
 * the next call on. Doing it again changes nothing. Refuses (404) one that is not there for them.
 */
export async function revokeClientId(
  ctx: Context,
  id: string,
): Promise<{ readonly success: true }> {
  await updateClientId(ctx, { id, status: 'revoked' });
  return { success: true };
}
