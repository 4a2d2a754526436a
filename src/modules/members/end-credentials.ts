import type { Context } from '#context.ts';
import { revokeApiKeysOf } from '#modules/clients/index.ts';
import { revokeOrchestratorKeysOf } from '#modules/orchestrators/index.ts';
import { revokeInvitationsBy } from './store/invitations.ts';

/** What ended with the rights of a member. */
export interface Ended {
  readonly sessions: number;
  readonly apiKeys: number;
  readonly orchestratorKeys: number;
  readonly invitations: number;
}

/** Which rights a member loses in the account. */
interface LostRights {
  readonly accountId: string;
  readonly personId: string;
  /** Whether the person may make no keys any more. */
  readonly losesKeys: boolean;
  /** Whether the person may invite nobody any more. */
  readonly losesInvitations: boolean;
}

/**
 * Ends the keys that a member made, whose text only that member was shown, and the invitations, which would let a member come back. What was
 * paid for or created with them stays.
 */
export async function endCredentials(
  ctx: Context,
  { losesKeys, losesInvitations, ...member }: LostRights,
): Promise<Omit<Ended, 'sessions'>> {
  return {
    apiKeys: losesKeys ? await revokeApiKeysOf(ctx, member) : 0,
    orchestratorKeys: losesKeys ? await revokeOrchestratorKeysOf(ctx, member) : 0,
    invitations: losesInvitations ? await revokeInvitationsBy(ctx, member) : 0,
  };
}
