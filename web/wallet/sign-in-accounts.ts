import { signInAccountMessages } from '../ui/messages/en/sign-in-accounts.ts';
import { isOnTron } from './same-account.ts';
import type { TestWallet } from './test-account.ts';

/** One account that a tester may sign in as. */
export interface SignInAccount {
  /** A word for its part in the sandbox, such as `payee`. */
  readonly id: string;
  readonly address: string;
  readonly privateKey: string;
}

/** An account of the sandbox as a wallet of its own, named by its part and its address. */
export function testWalletOf({ id, address, privateKey }: SignInAccount): TestWallet {
  const { accounts, name, onTron } = signInAccountMessages;
  const part = accounts[id] ?? id;
  const shown = name(isOnTron(address) ? onTron(part) : part, shorten(address));
  return { privateKey, account: { id, name: shown } };
}

/** The two ends of an address, for a button; what is signed shows all of it. */
function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
