import type { signInAccountMessages as englishMessages } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** What the sandbox's accounts are, by the name that the server gives them. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  payee: '受取人',
  payer: '支払人',
  unrelated: '新規ユーザー',
  feeReceiver: '手数料の受取人',
};

/** The names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account: string, address: string) => `テスト：${account} ${address}`,
  onTron: (account: string) => `${account}（Tron）`,
  accounts: ACCOUNTS,
} satisfies Translation<typeof englishMessages>;
