import { isUnloaded } from '../engine/is-unloaded.ts';
import { member } from '../engine/members.ts';
import type { Provider } from './provider.ts';
import type { WalletAnswer, WalletError } from './refusal.ts';

/** Works with a wallet, if it is there; resolves to what it refused, if it did. */
export async function withWallet(
  provider: Provider | undefined,
  work: (provider: Provider) => Promise<void>,
): Promise<WalletAnswer | undefined> {
  if (provider === undefined) return 'disconnected';
  try {
    await work(provider);
    return undefined;
  } catch (error) {
    return answerOf(error);
  }
}

/**
 * Whether a wallet may have sent what it was asked for, although it answered with an error: nothing is known of it, or it is not there any
 * more. What the page has found out itself, before it asked, has no cause.
 */
export function mayHaveSent(error: unknown): boolean {
  const answer = answerOf(error);
  return answer === 'failed' || (answer === 'disconnected' && member(error, 'cause') !== undefined);
}

function answerOf(error: unknown): WalletAnswer {
  if (isWalletError(error)) return error.refusal;
  return isUnloaded(error) ? 'unloaded' : 'failed';
}

/** By its name: its class comes with the code that asks wallets, which is loaded later. */
function isWalletError(error: unknown): error is WalletError {
  return member(error, 'name') === 'WalletError';
}

/** What is said of a failure that only one kind of wallets has; it ends as a sentence does. */
export type Sentence = `${string}.`;

/** The sentence that came with a wallet's failure; undefined where its refusal says enough. */
export function sentenceOf(error: unknown): Sentence | undefined {
  const said: unknown = isWalletError(error) ? Reflect.get(error, 'sentence') : undefined;
  return isSentence(said) ? said : undefined;
}

function isSentence(said: unknown): said is Sentence {
  return typeof said === 'string';
}
