import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { RateTier } from '#platform/http/rate-limit.ts';
import { isClientId } from './model/client-id.ts';
import { CLIENT_ID_TIERS } from './model/rate-tier.ts';
import { updateRateTier } from './store/clients.ts';
import { findClientIdRow } from './store/credentials.ts';
import { clientIdNotFound } from './view-client-id.ts';

/** Each is a limit of the platform's. */
const TIERS: readonly RateTier[] = CLIENT_ID_TIERS;

interface RateTierInput {
  /** The public `cli_...` text. */
  readonly clientId: string;
  readonly tier: string;
}

/**
 * Sets how many calls a minute a client ID may make at each address, from the next call on.
 * Refuses (404) one that is nowhere, and (400) a tier that is none.
 */
export async function setRateTier(ctx: Context, { clientId, tier }: RateTierInput): Promise<void> {
  if (!TIERS.some((name) => name === tier)) {
    throw new Refusal('no_such_tier', 400, `A tier is one of ${TIERS.join(', ')}`);
  }
  await transact(ctx, async (ctx) => {
    const found = isClientId(clientId) ? await findClientIdRow(ctx, clientId) : undefined;
    if (found === undefined) throw clientIdNotFound();
    const { id, account_id: accountId, rate_tier: before } = found;
    await updateRateTier(ctx, { id, tier });
    const object = { kind: 'client_id', id };
    const details = { clientId, before, tier };
    await recordAdministration(ctx, { accountId, action: 'rate_tier.set', object, details });
  });
}
