import { isOnTron, isSameAccount } from './same-account.ts';

/** What is wrong with a text that the API wants signed. */
export type ChallengeProblem = 'host' | 'account' | 'text' | 'nonce' | 'time';

/** What the text may say and nothing else. */
export interface Expected {
  /** The page's own, such as `pay.example`. */
  readonly host: string;
  /** The page's own, such as `https://pay.example`. */
  readonly origin: string;
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly expiresAt: string;
  /** What the signature says; that somebody signs in where it is left out. */
  readonly statement?: string;
}

/** What a page lets a wallet sign that expects nothing else. */
const STATEMENT = 'Sign in to Florin.';

/** The lines of the text; that of a Tron account names no chain, as there is one. */
const LINES = 11;

/** Where it would stand. */
const CHAIN_LINE = 7;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Holds a sign-in text (EIP-4361) against what it may say: an API that was tampered with must not
 * get another text signed. Every line has to be the expected one, and there may be no further line.
 */
export function checkChallenge(message: string, expected: Expected): ChallengeProblem | undefined {
  const isTron = isOnTron(expected.address);
  const lines = message.split('\n');
  if (isTron) lines.splice(CHAIN_LINE, 0, `Chain ID: ${expected.chainId}`);
  const [title, address, gap, statement, gap2, uri, version, chain, nonce, issued, expires] = lines;
  const kind = isTron ? 'Tron' : 'Ethereum';
  if (title !== `${expected.host} wants you to sign in with your ${kind} account:`) return 'host';
  if (uri !== `URI: ${expected.origin}` && uri !== `URI: ${expected.origin}/`) return 'host';
  if (!isSameAccount(expected.address, address)) return 'account';
  if (nonce !== `Nonce: ${expected.nonce}` || !/^[A-Za-z0-9]{8,64}$/.test(expected.nonce)) {
    return 'nonce';
  }
  const fixed = gap === '' && gap2 === '' && version === 'Version: 1';
  if (!fixed || statement !== (expected.statement ?? STATEMENT) || lines.length !== LINES)
    return 'text';
  if (chain !== `Chain ID: ${expected.chainId}`) return 'text';
  const times = [timeIn(issued, 'Issued At: '), timeIn(expires, 'Expiration Time: ')];
  if (!times.every((time) => TIME.test(time)) || times[1] !== expected.expiresAt) return 'time';
  return undefined;
}

function timeIn(line: string | undefined, name: string): string {
  return line?.startsWith(name) === true ? line.slice(name.length) : '';
}
