import { pause } from '../engine/wait.ts';
import type { PageConfig } from './config.ts';

/** How long a step that was announced stands on the page before the wallet opens for it, in milliseconds. */
const SHOWN_MS = 2_000;

/** How often is looked whether the payer sees the page again, in milliseconds. */
const SEEN_POLL_MS = 250;

/**
 * Resolves once the payer has had a step before their eyes for a while; a page in the background waits until it is
 * seen, because a wallet whose window covers another page asks for something that nobody can read.
 */
export async function whenShown(signal: AbortSignal): Promise<boolean> {
  do {
    while (document.visibilityState === 'hidden' && !signal.aborted) await pause(SEEN_POLL_MS);
    await pause(SHOWN_MS);
  } while (document.visibilityState === 'hidden' && !signal.aborted);
  return !signal.aborted;
}

/** How many steps follow by themselves with the first one: what an approval is for follows it. */
export function announcedUntil(
  steps: readonly { readonly kind: string }[],
  { shouldOpenWallet }: PageConfig,
): number {
  if (!shouldOpenWallet) return 1;
  const paying = steps.findIndex(({ kind }) => kind !== 'reset' && kind !== 'approve');
  return Math.max(1, paying + 1);
}
