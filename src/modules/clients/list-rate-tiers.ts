import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { CLIENT_ID_TIERS } from './model/rate-tier.ts';
import { isClientIdStatus } from './model/status.ts';
import { findClientIdTiers } from './store/clients.ts';

/** More client IDs than an account has. */
const CLIENT_IDS_MAX = 200;

/** The client IDs of an account, newest first, with how many calls each may make; for administrators. */
export async function listRateTiers(ctx: Context, { id }: { readonly id: string }) {
  const found = await findClientIdTiers(ctx, { accountId: id, limit: CLIENT_IDS_MAX });
  return {
    clientIds: found.map(({ status, tier, ...row }) => {
      invariant(isClientIdStatus(status), `no client ID may be "${status}"`);
      const known = CLIENT_ID_TIERS.find((name) => name === tier);
      invariant(known !== undefined, `no rate tier is called "${tier}"`);
      return { ...row, status, tier: known };
    }),
  };
}
