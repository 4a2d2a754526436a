/** A wallet app for phones that is handed WalletConnect's code by a link. */
interface PairingApp {
  readonly name: string;
  /** What stands before the encoded code. */
  readonly link: string;
}

/** Wallet apps by the links that their makers and the common wallet kits use; any other opens by the code itself. */
export const PAIRING_APPS: readonly PairingApp[] = [
  { name: 'MetaMask', link: 'https://metamask.app.link/wc?uri=' },
  { name: 'Trust Wallet', link: 'https://link.trustwallet.com/wc?uri=' },
  { name: 'Rainbow', link: 'https://rnbwapp.com/wc?uri=' },
];

/** The link that hands a code to an app. */
export function pairingLink({ link }: PairingApp, uri: string): string {
  return link + encodeURIComponent(uri);
}
