import type { signInAccountMessages as englishMessages } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** What the sandbox's accounts are, by the name that the server gives them. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  payee: 'المستلم',
  payer: 'الدافع',
  unrelated: 'مستخدم جديد',
  feeReceiver: 'مستلم الرسوم',
};

/** The names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account: string, address: string) => `اختبار: ${account} ${address}`,
  onTron: (account: string) => `${account} على Tron`,
  accounts: ACCOUNTS,
} satisfies Translation<typeof englishMessages>;
