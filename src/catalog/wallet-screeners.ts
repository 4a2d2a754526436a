/** The vendors that can judge wallets, as the public API names them. */
export const WALLET_SCREENERS = ['hypernative', 'merklescience'] as const;
/** One of them. */
export type WalletScreenerName = (typeof WALLET_SCREENERS)[number];
