import { readKept, removeKeys, writeKept } from './kept.ts';
import { SPENT_PREFIX } from './memory-keys.ts';
import type { Spent } from './page-state.ts';

/** How long it is remembered, in milliseconds: links rarely live longer. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Stores what was spent on a link, also for another wallet. */
export function noteSpent(token: string, spent: Spent): void {
  writeKept(SPENT_PREFIX + token, `${spent} ${Date.now()}`);
}

/** What this browser has spent on a link; undefined for nothing. */
export function spentOn(token: string): Spent | undefined {
  removeKeys(
    SPENT_PREFIX,
    (key) => !(Date.now() - Number(readKept(key)?.split(' ')[1]) <= KEPT_MS),
  );
  const [spent] = readKept(SPENT_PREFIX + token)?.split(' ') ?? [];
  return spent === 'fees' || spent === 'part' ? spent : undefined;
}
