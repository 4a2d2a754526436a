import type { RelayTexts } from '../../../wallet/walletconnect/walletconnect-provider.ts';

/** The English texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  /** Its name is the same in every language. */
  name: 'WalletConnect',
  waiting: 'Connecting to WalletConnect',
  scan: {
    title: 'Scan this code with your wallet app',
    text: 'The code is good for 5 minutes. Connecting pays nothing: you review the payment here, then confirm it in the app.',
    code: 'A WalletConnect code for your wallet app',
  },
  open: {
    title: 'Open your wallet app',
    text: 'Connecting pays nothing: come back here to review the payment, then confirm it in the app.',
    app: (name: string) => `Open ${name}`,
    other: 'Open another wallet app',
  },
  copy: 'Copy the code',
  toApp: 'Open your wallet app',
  problems: {
    unreachable:
      'WalletConnect cannot be reached. If a request was open, look in your wallet app before you try again. You can also use another wallet.',
    codeExpired:
      'No wallet app has connected, and the code has expired. Choose WalletConnect again for a new code.',
    noAnswer:
      'Your wallet app did not answer within 5 minutes. Look there whether it has sent anything before you try again.',
    ended: 'Your wallet app has ended the connection. Connect it again to go on.',
  } satisfies RelayTexts,
} as const;
