import type { FoundWallet, Wallet } from '../wallet/provider.ts';
import type { Kept } from './opening.ts';

/** What the page takes over from the script in its document. */
export interface FirstWallets {
  readonly found: readonly FoundWallet[];
  /** With the same as a page state has them, in the order of their buttons; undefined where there is none yet. */
  readonly kept: Kept | undefined;
  /** The first one whose button of that script is pressed, before or after. */
  readonly picked: Promise<Wallet>;
}

declare global {
  interface Window {
    /** Has the script in the document offer no further wallets, however often it is called; undefined where it offers none. */
    takeFirstWallets?: () => FirstWallets;
  }
}
