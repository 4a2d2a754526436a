import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { listAllowedDomains } from '#modules/clients/index.ts';
import { hasReported } from '#modules/events/index.ts';
import { findMulticallPayout } from '#modules/multicall-payouts/index.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import { linkNotFound } from './model/link-state.ts';

/** Who may show a payment within their pages, and whether somebody has begun to pay it. */
export interface Embedding {
  /** The origins of the client ID that it was created with. */
  readonly allowedDomains: string[];
  /** As a browser reported it; false for a bundle, whose payers report it for none of its links. */
  readonly isWalletConnected: boolean;
}

/**
 * Shows a holder of a token what a page needs that frames the payment, whatever became of it; nothing of what a link hides
 * is in it. Refuses (404) an unknown token.
 */
export async function viewEmbedding(ctx: Context, token: string): Promise<Embedding> {
  const { link, owner } = await findOwner(ctx, token);
  const [allowedDomains, isWalletConnected] = await Promise.all([
    owner.clientIdId === null ? [] : listAllowedDomains(ctx, owner.clientIdId),
    link !== undefined &&
      hasReported(ctx, {
        accountId: link.accountId,
        securePaymentToken: link.token,
        userEvent: 'wallet_connected',
      }),
  ]);
  return { allowedDomains, isWalletConnected };
}

/** The link with a token, or else who made the bundle with it. */
async function findOwner(ctx: Context, token: string) {
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  const owner = link ?? (await findMulticallPayout(ctx, token));
  if (owner === undefined) throw linkNotFound();
  return { link, owner };
}
