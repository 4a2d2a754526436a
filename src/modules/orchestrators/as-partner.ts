import type { Context } from '#context.ts';
import { findOrchestrator } from './store/partners.ts';
import { orchestratorNotFound } from './view-orchestrator.ts';

/**
 * The context in which a caller acts as the partner that it is: a partner's key as it stands, a member's session for the
 * partner of its account. Refuses (404) a session of an account that is none.
 */
export async function asPartner(ctx: Context): Promise<Context> {
  const { actor } = ctx;
  if (actor.kind !== 'session') return ctx;
  const partner = await findOrchestrator(ctx, actor.accountId);
  if (partner === undefined) throw orchestratorNotFound();
  return { ...ctx, actor: { ...actor, orchestratorId: partner.id } };
}

/** What operations for partners answer to such a session. */
export const NOT_A_PARTNER = {
  status: 404,
  when: 'The account of the session is no orchestrator.',
  examples: [orchestratorNotFound()],
} as const;
