import { openStore } from '../../engine/store.ts';

const tab = openStore(() => sessionStorage);

/** Under what a tab keeps the fragment of a link. */
export function expectationKey(token: string): string {
  return `florin.expected.${token}`;
}

/**
 * Whether this tab was opened with something behind `#expect`, now or before a reload; the fragment is kept, so that a
 * tab that had one never goes on without.
 */
export function expectsPayment(token: string): boolean {
  const key = expectationKey(token);
  if (!/[#&]expect(=|&|$)/i.test(location.hash)) return tab.read(key) !== undefined;
  tab.write(key, location.hash);
  return true;
}
