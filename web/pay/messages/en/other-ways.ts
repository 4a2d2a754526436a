/** The English texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `${app} opened this page in its own browser, from which wallets often cannot be opened. Choose “Open in browser” in its menu first.`,
  open: {
    title: 'Open this page in a wallet app',
    with: (app: string) => `Open in ${app}`,
  },
  scan: {
    title: 'Scan with your phone',
    text: 'It opens this page there. When you have paid, this page shows it too.',
    code: 'A QR code of this payment link',
  },
  copy: {
    title: 'Copy the payment link',
    text: 'Open it in the browser or the app where your wallet is.',
    label: 'Copy the payment link',
  },
  install: {
    title: 'Get a wallet',
    text: 'Install one, add funds to it, and open this link again. The link stays the same.',
    guide: 'Compare wallets',
  },
  exchange: {
    title: 'Can I pay from an exchange?',
    text: 'No. A withdrawal from an exchange does not carry the reference of this payment, so the merchant could not tell what it is for, and fees may make it too small. Withdraw to your own wallet first, then pay here.',
  },
} as const;
