type WalletConnectPart = typeof import('./walletconnect/walletconnect.tsx');

/** What reaches wallet apps through WalletConnect; only where the operator has switched it on. */
let part: WalletConnectPart | undefined;

/** Loads it; the vendor's client follows once a wallet is called. */
export async function loadWalletConnect(): Promise<WalletConnectPart> {
  part ??= await import('./walletconnect/walletconnect.tsx');
  return part;
}

/** The same where it is here already. */
export function loadedWalletConnect(): WalletConnectPart | undefined {
  return part;
}
