import type { Spent } from './places.ts';
import { words } from './words/en.ts';

/** What was charged of a payment that is not made now. */
export function chargedText(spent: Spent | undefined): string {
  return spent === undefined ? words.nothingCharged : words.charged[spent];
}
