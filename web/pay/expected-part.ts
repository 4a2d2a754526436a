import { expectsPayment } from './expected/expects-payment.ts';
import type { PageState } from './page-state.ts';

type ExpectedPart = typeof import('./expected/guard.ts');

/** What compares a link with the one that the tab was opened with; it is loaded in such a tab only. */
let part: ExpectedPart | undefined;

/** The same where it is here already. */
export function loadedExpected(): ExpectedPart | undefined {
  return part;
}

/** Loads what compares a link, in a tab that was opened for one payment, or to show what it says. */
export async function loadExpected(): Promise<ExpectedPart> {
  part ??= await import('./expected/guard.ts');
  return part;
}

/** Keeps a page from paying anything else than its tab was opened for. */
export interface PageGuard {
  /** Settles when states can be compared; undefined where they can be already, and where nothing is expected. */
  readonly pending: Promise<unknown> | undefined;
  readonly isExpecting: boolean;
  /** A state as it is, or one without any button in its place. */
  guard(state: PageState): PageState;
}

/** Opens the guard of a link's page. */
export function openPageGuard(token: string): PageGuard {
  const isExpecting = expectsPayment(token);
  let guard = (state: PageState) => state;
  // The same link with another fragment is opened without a new page.
  addEventListener('hashchange', () => location.reload());
  let pending: Promise<unknown> | undefined;
  if (isExpecting) {
    pending = loadExpected().then(({ openGuard }) => {
      guard = openGuard(token);
      pending = undefined;
    });
  }
  return {
    get pending() {
      return pending;
    },
    isExpecting,
    guard: (state) => guard(state),
  };
}
