import type { Context } from '#context.ts';
import { hasRecipient } from './model/recipients.ts';
import { findOpenScopes, type OpenScope } from './store/open-scopes.ts';

/** How many links are checked, those that expire last; they name the creators of the rest too. */
const LINKS_MAX = 10_000;

/** Links of one account and client ID that wait to be paid, and of which no endpoint would receive events. */
export interface UnsubscribedLinks {
  readonly accountId: string;
  /** The public `cli_...` text; null where an API key created them. */
  readonly clientId: string | null;
  readonly count: number;
}

/**
 * The unpaid links whose payment no active endpoint would receive, by account
 * and client ID. Its cost is bounded: of more than ten thousand links those are checked that
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
