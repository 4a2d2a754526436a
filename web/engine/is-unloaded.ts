import { member } from './members.ts';

/** As Chromium and Firefox say it, and as Safari does. */
export const UNLOADED: RegExp = /dynamically imported module|importing a module script failed/i;

/**
 * Whether an error says that a part of the page itself did not load. Browsers keep such a failure, so that only a reload loads the
 * part, and servers have the parts of an older page no more.
 */
export function isUnloaded(error: unknown): boolean {
  const message = member(error, 'message');
  return typeof message === 'string' && UNLOADED.test(message);
}
