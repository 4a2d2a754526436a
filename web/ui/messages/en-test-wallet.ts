/** The English texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Test wallet',
  allow: 'Connect',
  tronName: 'Test wallet (Tron)',
  sign: 'Sign',
  decline: 'Decline',
  connect: 'This page wants to see the test wallet’s address.',
  send: 'This page wants to send a transaction to',
  text: 'This page wants the test wallet to sign this text:',
  note: 'Test money only. The key of this wallet is publicly known.',
} as const;
