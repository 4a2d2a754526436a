import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { findEndpoints } from './store.ts';

/** An endpoint as it is listed. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
  readonly createdAt: string;
}

/**
 * The endpoints of the caller's scope and the platform-wide ones, oldest first, inactive ones
 * included. Refuses (403) as `createWebhook` does.
 */
export async function listWebhooks(ctx: Context): Promise<Webhook[]> {
  const found = await findEndpoints(ctx, scopeOfActor(ctx));
  return found.map(({ id, url, isActive, createdAt }) => ({
    id,
    url,
    isActive,
    createdAt: isoTime(createdAt),
  }));
}
