import { FAMILIES } from '#catalog/families.ts';
import type { ChainFamily } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';

/** How long a message may be signed: the specification's five minutes. */
const CHALLENGE_LIFE_MS = 5 * 60 * 1000;

/** The moment from which a challenge that is made now is worth nothing. */
export function endOfChallenge(now: Date): Date {
  return new Date(now.getTime() + CHALLENGE_LIFE_MS);
}

/** The fields of the message that a wallet signs. */
export interface SignInMessageInput {
  readonly family: ChainFamily;
  readonly address: string;
  readonly chainId: number;
  /** Of the page on which a person signs in; its host is the message's domain. */
  readonly origin: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** What the signature says; that somebody signs in where it is left out. */
  readonly statement?: string;
}

/** What a signature says that links a wallet: to whom, so that nobody lends a wallet to somebody else. */
export function linkStatement(login: string): string {
  return `Link this wallet to the Florin login ${login}.`;
}

/** The message as EIP-4361 lays it out, byte for byte what the wallet shows and signs. */
export function signInMessage(input: SignInMessageInput): string {
  const { chainName, namesChain } = FAMILIES[input.family].signIn;
  return [
    `${new URL(input.origin).host} wants you to sign in with your ${chainName} account:`,
    input.address,
    '',
    input.statement ?? 'Sign in to Florin.',
    '',
    `URI: ${input.origin}`,
    'Version: 1',
    ...(namesChain ? [`Chain ID: ${input.chainId}`] : []),
    `Nonce: ${input.nonce}`,
    `Issued At: ${isoTime(input.issuedAt)}`,
    `Expiration Time: ${isoTime(input.expiresAt)}`,
  ].join('\n');
}
