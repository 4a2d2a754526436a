import type { Context } from '#context.ts';
import { type ShownLink, showLink } from './model/shown-link.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { findActiveLinks } from './store/links.ts';

/** A page of the partner's active links, oldest first; `page` begins with 1. */
export async function listClientIdLinks(
  ctx: Context,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{
  readonly links: ShownLink[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}> {
  const { orchestratorId } = orchestratorOfActor(ctx);
  const offset = (page - 1) * limit;
  const { links, total } = await findActiveLinks(ctx, { orchestratorId, limit, offset });
  return { links: links.map(showLink), total, page, limit };
}
