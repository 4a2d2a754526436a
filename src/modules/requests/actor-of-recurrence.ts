import type { Context } from '#context.ts';
import type { Actor, ClientIdTerms } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import { findClientId } from '#modules/clients/index.ts';
import type { DueRecurrence } from './store/recurrences.ts';

/**
 * Who creates the next request: whoever created the first one, with what their client ID says now.
 * Refuses (403) a client ID that is no longer active, and one that is no longer linked to the partner who
 * created the first. A key that was replaced or revoked changes nothing: the account stopped nothing.
 */
export async function actorOfRecurrence(ctx: Context, due: DueRecurrence): Promise<Actor> {
  const { accountId } = due;
  const terms = await termsOf(ctx, due);
  if (due.orchestratorId !== null) {
    if (terms?.linkedTo !== due.orchestratorId) {
      throw new Refusal(
        'client_id_not_linked',
        403,
        'the client ID is no longer linked to the orchestrator',
      );
    }
    const { orchestratorId } = due;
    const orchestratorKeyId = due.orchestratorKeyId ?? '';
    return { kind: 'orchestrator_pair', accountId, orchestratorId, orchestratorKeyId, ...terms };
  }
  const { apiKeyId } = due;
  if (apiKeyId !== null) return { kind: 'api_key', accountId, apiKeyId, ...terms };
  if (terms !== undefined) return { kind: 'client_id', accountId, ...terms };
  throw new Refusal('client_id_not_active', 403, 'the client ID is no longer there');
}

/** What the client ID of the first request says now; undefined where it was created without one. */
async function termsOf(
  ctx: Context,
  { clientId, origin }: DueRecurrence,
): Promise<ClientIdTerms | undefined> {
  if (clientId === null) return undefined;
  const found = await findClientId(ctx, clientId);
  if (found?.status !== 'active') {
    throw new Refusal('client_id_not_active', 403, 'the client ID is no longer active');
  }
  const {
    status: _status,
    rateTier: _tier,
    accountId: _account,
    payersOnly: _payers,
    ...terms
  } = found;
  return { ...terms, origin: origin ?? undefined };
}
