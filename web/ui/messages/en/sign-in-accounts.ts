/** What the sandbox's accounts are, by the name that the server gives them. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  payee: 'payee',
  payer: 'payer',
  unrelated: 'newcomer',
  feeReceiver: 'fee receiver',
};

/** The names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account: string, address: string) => `Test ${account} ${address}`,
  onTron: (account: string) => `${account} on Tron`,
  accounts: ACCOUNTS,
} as const;
