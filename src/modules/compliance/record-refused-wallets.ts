import type { Context } from '#context.ts';
import type { RefusedWallet } from './model/refused-wallet.ts';
import { putRefusedWallet } from './store.ts';

/** As many as an operator reads through; whoever pays can name any wallet. Ours. */
const REFUSED_OF_ACCOUNT_MAX = 1_000;

/** A wallet that is refused again and again, as by a page that asks every few seconds, is written so often at most. Ours. */
const AGAIN_AFTER_MS = 10_000;

/** What was refused because of wallets. */
interface RefusedCall {
  readonly wallets: readonly RefusedWallet[];
  /** Null where no caller asked for it, or a link names it. */
  readonly operationId: string | null;
  /** Of a link that keeps no decision about them. */
  readonly securePaymentToken?: string;
}

/**
 * Keeps because of which wallets something was refused, for operators: once for each wallet, operation and link, with the time of the last
 * refusal, and of as many as an account may have; the rest is counted by `screenings_total` alone. Of a call that is refused it is called once
 * that is undone, as this would be undone with it.
 */
export async function recordRefusedWallets(
  ctx: Context,
  { wallets, operationId, securePaymentToken }: RefusedCall,
): Promise<void> {
  if (wallets.length === 0) return;
  const now = ctx.now();
  const againBefore = new Date(now.getTime() - AGAIN_AFTER_MS);
  for (const wallet of wallets) {
    await putRefusedWallet(ctx, {
      ...wallet,
      id: ctx.newOrderedId(),
      operationId,
      securePaymentToken: securePaymentToken ?? null,
      now,
      againBefore,
      countMax: REFUSED_OF_ACCOUNT_MAX,
    });
  }
}
