/** The English texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'en',
  tryAgain: 'Try again',
  back: 'Back',
  otherWallet: 'Use another wallet',
  unloaded: 'A part of this page could not be loaded. Reload the page to go on.',
  connecting: {
    title: (wallet: string) => `Open ${wallet} to continue`,
    text: 'Your wallet asks whether this page may see your address. If nothing pops up, open the wallet yourself.',
  },
} as const;
