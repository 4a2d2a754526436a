/** The English texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Test mode · no real money moves',
  copy: 'Copy',
  copied: 'Copied',
} as const;

/** The English texts about finding wallets. */
export const findingMessages = {
  input: 'Looking for wallets…',
  none: 'No wallet was found in this browser. Open this page in your wallet’s own browser, or install a wallet and reload.',
} as const;
