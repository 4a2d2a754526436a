import type { Context } from '#context.ts';
import { findOwnClientId } from '#modules/clients/index.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import type { ProfileScope } from './store.ts';

/** Whose profile is meant, in the words of a call. */
export interface NamedProfile {
  readonly accountId: string;
  /** The public text of one of the account's client IDs; left out, the account's own is meant. */
  readonly clientId?: string | undefined;
}

/** The scope that is named. Refuses (404) a client ID that is not the account's. */
export async function profileScopeOf(
  ctx: Context,
  { accountId, clientId }: NamedProfile,
): Promise<ProfileScope> {
  if (clientId === undefined) return { accountId, clientIdId: null };
  const found = await findOwnClientId(ctx, { accountId, clientId });
  if (found === undefined) throw clientIdNotFound();
  return { accountId, clientIdId: found.id };
}
