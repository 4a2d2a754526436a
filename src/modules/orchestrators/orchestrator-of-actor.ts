import type { Context } from '#context.ts';
import { Bug } from '#kit/failure.ts';

/** The calling partner: its key, or a session for which `asPartner` was called. Throws `Bug` for anybody else. */
export function orchestratorOfActor({ actor }: Pick<Context, 'actor'>): {
  readonly orchestratorId: string;
  readonly accountId: string;
} {
  if (actor.kind === 'orchestrator_key' || actor.kind === 'session') {
    const { orchestratorId, accountId } = actor;
    if (orchestratorId !== undefined) return { orchestratorId, accountId };
  }
  throw new Bug(`a partner calls, and not a ${actor.kind}`);
}
