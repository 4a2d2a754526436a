import { messages } from './messages/en/all.ts';
import type { Spent } from './page-state.ts';

/** What was charged of a payment that is not made now. */
export function chargedText(spent: Spent | undefined): string {
  return spent === undefined ? messages.nothingCharged : messages.charged[spent];
}
