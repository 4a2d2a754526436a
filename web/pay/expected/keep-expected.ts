import { openStore } from '../../engine/store.ts';
import { type Expected, readExpected } from './expected.ts';
import { expectationKey } from './expects-payment.ts';

const tab = openStore(() => sessionStorage);

/**
 * What a link is to pay in a tab where `expectsPayment` is true: by the fragment that it was opened with, otherwise by the one
 * that it had before.
 */
export function keptExpected(token: string): Expected | 'unreadable' {
  const now = readExpected(location.hash);
  if (now !== 'none') return now;
  const before = readExpected(tab.read(expectationKey(token)) ?? '');
  return before === 'none' ? 'unreadable' : before;
}
