import type { Context } from '#context.ts';
import type { SignedIn } from '#kit/actor.ts';
import { invariant } from '#kit/failure.ts';

/** Who signed in; only for operations that require a session. */
export function sessionOfActor({ actor }: Pick<Context, 'actor'>): SignedIn {
  invariant(actor.kind === 'session', `a session acts here, and not "${actor.kind}"`);
  return actor;
}
