/** A wallet app for phones, and the link that opens a page in its browser. */
interface WalletApp {
  readonly name: string;
  linkTo(page: string): string;
}

/**
 * The apps that are offered where a network names none of its own, by the links that their makers document: MetaMask
 * (https://docs.metamask.io, deep links), Base (https://docs.cdp.coinbase.com, mobile deep links) and Trust Wallet
 * (https://developer.trustwallet.com, deep linking).
 */
export const WALLET_APPS: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    linkTo: (page) => `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'Base',
    linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
  },
  {
    name: 'Trust Wallet',
    linkTo: (page) =>
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`,
  },
];

/** Where people choose a wallet that suits them; it recommends none of its own. */
export const WALLET_GUIDE = 'https://ethereum.org/wallets/find-wallet/';
