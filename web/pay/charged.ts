import { openStore } from '../engine/store.ts';
import { messages } from './messages/en/all.ts';
import { paymentKept, spentKept } from './money-known.ts';
import type { Sent, Spent } from './page-state.ts';

const browser = openStore(() => localStorage);

/** What a page knows of the money of its payer. */
export interface Charged {
  readonly spent?: Spent | undefined;
  /** The payment itself, once it was made and only its fees are left. */
  readonly sent?: Sent | undefined;
}

/**
 * What was charged of a payment that is not made now, by what this page and this browser know of its link. Where an
 * earlier request may still move money, it says that alone.
 */
export function chargedText({ spent, sent }: Charged, token: string): string {
  const { charged, nothingCharged } = messages;
  const kept = { token, read: (key: string) => browser.read(key) ?? null, nowMs: Date.now() };
  if (paymentKept(kept, sent?.hash) !== undefined) return charged.open;
  const before = spentKept(kept);
  const most = before === 'part' ? before : (spent ?? before);
  return most === undefined ? nothingCharged : charged[most];
}
