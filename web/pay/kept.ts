import { openStore } from '../engine/store.ts';

/** The wallet that a browser used last is offered first. */
export const LAST_WALLET_KEY = 'florin.wallet';

/** The wallet that other links begin with, if it still names an account by itself; empty once the payer turned away from it. */
export const KNOWN_WALLET_KEY = 'florin.known';

const browser = openStore(() => localStorage);

/** What is remembered until the page is left, where the browser keeps nothing. */
const unkept = new Map<string, string>();

/** Keeps a text in this browser; where that is forbidden or full, it lasts as long as the page. */
export function writeKept(key: string, value: string): void {
  if (!browser.write(key, value)) unkept.set(key, value);
}

/** A text that was kept, if any. */
export function readKept(key: string): string | undefined {
  return unkept.get(key) ?? browser.read(key);
}

/** A value that was kept as JSON; undefined for what is none. */
export function readKeptJson(key: string): unknown {
  try {
    return JSON.parse(readKept(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Removes the texts under a prefix that are of no more use. */
export function removeKeys(prefix: string, isOld: (key: string) => boolean): void {
  browser.removeOld(prefix, isOld);
}
