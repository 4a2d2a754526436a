import type { Context } from '#context.ts';
import { hasRecipient } from './model/recipients.ts';
import { findOpenScopes, type OpenScope } from './store/open-scopes.ts';

/** Those that live longest are looked at; of more, whoever made the others is named by these. */
const LINKS_MAX = 10_000;

/** Links of one account and client ID that wait to be paid, and of which no endpoint would receive events. */
export interface UnsubscribedLinks {
  readonly accountId: string;
  /** The public `cli_...` text; null where an API key created them. */
  readonly clientId: string | null;
  readonly count: number;
}

/**
 * The links that wait to be paid and of whose payment no active endpoint would be told, by account
 * and client ID. Its cost is bounded: of more than ten thousand links those are looked at that
 * expire last.
 */
export async function findUnsubscribedLinks(
  ctx: Pick<Context, 'db'>,
): Promise<readonly UnsubscribedLinks[]> {
  const { scopes, receivers } = await findOpenScopes(ctx, LINKS_MAX);
  return scopes
    .filter((scope) => !hasRecipient({ ...scope, type: 'payment.confirmed' }, receivers))
    .map(shown);
}

function shown({ accountId, clientId, count }: OpenScope): UnsubscribedLinks {
  return { accountId, clientId, count };
}
