import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findClientIdsBy, findLiveApiKeysBy, type MadeBy } from './store/clients.ts';

/** What a person made in an account, as far as it works. */
export interface MadeCredentials {
  readonly apiKeys: {
    readonly id: string;
    readonly label: string;
    readonly prefix: string;
    readonly lastUsedAt: string | null;
  }[];
  readonly clientIds: { readonly id: string; readonly clientId: string; readonly label: string }[];
}

/** The API keys that a person made in an account and that give access now, and the client IDs that are not revoked. */
export async function listCredentialsMadeBy(ctx: Context, made: MadeBy): Promise<MadeCredentials> {
  const apiKeys = (await findLiveApiKeysBy(ctx, made)).map(({ id, label, prefix, ...row }) => ({
    id,
    label,
    prefix,
    lastUsedAt: row.last_used_at && isoTime(row.last_used_at),
  }));
  return { apiKeys, clientIds: await findClientIdsBy(ctx, made) };
}
