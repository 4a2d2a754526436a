import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';

/** A wallet of the sandbox that a tester may sign in with; web/wallet/sign-in-accounts.ts has the same shape. */
export interface SignInWallet {
  /** A word for its part in the sandbox, such as `payee`. */
  readonly id: string;
  readonly address: string;
  readonly privateKey: string;
}

/** The account that is paid in the sandbox comes first: it is the one that has something already. */
export const SIGN_IN_WALLETS: readonly SignInWallet[] = (
  ['payee', 'unrelated', 'feeReceiver', 'payer'] as const
).map((id) => ({ id, ...TEST_ACCOUNTS[id] }));
