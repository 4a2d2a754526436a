import type { signInAccountMessages as englishMessages } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** What the sandbox's accounts are, by the name that the server gives them. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  payee: '收款方',
  payer: '付款方',
  unrelated: '新用户',
  feeReceiver: '费用收取方',
};

/** The names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account: string, address: string) => `测试${account} ${address}`,
  onTron: (account: string) => `${account}（Tron）`,
  accounts: ACCOUNTS,
} satisfies Translation<typeof englishMessages>;
