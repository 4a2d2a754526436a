import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';

/** The calling partner. Throws `Bug` for anybody else: such endpoints take its key alone. */
export function orchestratorOfActor({ actor }: Pick<Context, 'actor'>): {
  readonly orchestratorId: string;
  readonly accountId: string;
} {
  invariant(actor.kind === 'orchestrator_key', `a partner calls, and not a ${actor.kind}`);
  return { orchestratorId: actor.orchestratorId, accountId: actor.accountId };
}
