/** The English texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Test wallet',
  allow: 'Connect',
  names: {
    safe: 'Test Safe (two owners)',
    smart_account: 'Test smart account (one key)',
    delegated: 'Test wallet with EIP-7702',
  },
  tronName: 'Test wallet (Tron)',
  sign: 'Sign',
  decline: 'Decline',
  connect: 'This page wants to see the test wallet’s address.',
  send: 'This page wants to send a transaction to',
  typed: 'This page wants the test wallet to sign this permit:',
  text: 'This page wants the test wallet to sign this text:',
  execute: 'This page wants the account to make calls of these contracts in one transaction:',
  delegate:
    'This page wants calls of these contracts in one transaction. For that your account delegates to published code (EIP-7702), also afterwards; address and key stay. The calls:',
  propose:
    'This page wants the Safe to make calls of these contracts in one transaction. Signing proposes it, as the first of two owners:',
  /** The window of the owner who signs after the first. */
  owner: {
    title: 'Second owner of the test Safe',
    text: 'The first owner has signed. In the sandbox you are the second one too.',
    execute: 'Sign as second owner and execute',
    reject: 'Reject as both owners',
    working: 'The network has it in a moment.',
  },
  note: 'Test money only. The key of this wallet is publicly known.',
} as const;
