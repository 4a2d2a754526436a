import type { FoundWallet } from '../wallet/provider.ts';

/** What the page takes over from the script in its document. */
interface FirstWallets {
  /** The wallets that are offered, in the order of their buttons. */
  readonly found: readonly FoundWallet[];
  /** The first one whose button of that script is pressed, before or after. */
  readonly picked: Promise<FoundWallet>;
}

declare global {
  interface Window {
    /** Has the script in the document offer no further wallets; undefined where it offers none. */
    takeFirstWallets?: () => FirstWallets;
  }
}

/** Takes over from the script in the document. */
export function takeFirstWallets(): FirstWallets {
  return window.takeFirstWallets?.() ?? { found: [], picked: new Promise(() => undefined) };
}
