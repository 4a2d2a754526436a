import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { findBranding, type ShownBranding } from '#modules/orchestrators/index.ts';
import { findMulticallPayout } from './find-multicall-payout.ts';
import { multicallDetails, type Showing } from './model/details.ts';
import type { MulticallDetails } from './model/details-shape.ts';
import type { MulticallPayout } from './model/multicall-payout.ts';

/**
 * A bundle of the caller's account, in any status. Asks no chain. Refuses (404) a token that
 * names none, and (403) another account's, as the specification requires for this one read.
 */
export async function viewMulticallPayout(ctx: Context, token: string): Promise<MulticallDetails> {
  const payout = await findMulticallPayout(ctx, token);
  if (payout === undefined) throw multicallNotFound();
  if (payout.accountId !== accountOf(ctx)) throw multicallNotYours();
  return await showMulticallPayout(ctx, payout, { showsHidden: true });
}

/** A bundle as it is shown now. Reads no chain. */
export async function showMulticallPayout(
  ctx: Context,
  payout: MulticallPayout,
  shown: Pick<Showing, 'showsHidden' | 'sentReferences'>,
): Promise<MulticallDetails> {
  return multicallDetails(payout, {
    now: ctx.now(),
    isConnected: (network) => ctx.chains.get(network) !== undefined,
    branding: await findMulticallBranding(ctx, payout),
    ...shown,
  });
}

/** The branding of a bundle's page; null without a partner. */
async function findMulticallBranding(
  ctx: Context,
  { orchestratorId, clientIdId }: MulticallPayout,
): Promise<ShownBranding | null> {
  return orchestratorId === null ? null : await findBranding(ctx, { orchestratorId, clientIdId });
}

/** 404: no bundle has this token. */
export function multicallNotFound(): Refusal {
  return new Refusal('multicall_payout_not_found', 404, 'Multicall payout not found');
}

/** 403: the bundle is another account's. */
export function multicallNotYours(): Refusal {
  const message = 'You are not authorized to see this multicall payout';
  return new Refusal('multicall_payout_not_authorized', 403, message);
}
