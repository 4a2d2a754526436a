import type { ReactElement } from 'react';
import { messages } from '../messages/en.ts';

const WIDTHS = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'] as const;

/** Grey lines where rows will be. */
export function Lines({ count = 5 }: { readonly count?: number }): ReactElement {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{messages.loading}</span>
      {Array.from({ length: count }, (_, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
          key={i}
          className={`h-5 motion-safe:animate-pulse rounded bg-line ${WIDTHS[i % WIDTHS.length]}`}
        />
      ))}
    </div>
  );
}

/** What stands in for a page whose code is on its way. */
export function PageSkeleton(): ReactElement {
  return (
    <div className="grid gap-4">
      <div className="h-8 w-48 motion-safe:animate-pulse rounded bg-line" />
      <Lines />
    </div>
  );
}

/** What stands in for the whole of the dashboard. */
export function Waiting(): ReactElement {
  return (
    <main className="mx-auto w-full max-w-lg p-4 pt-12">
      <PageSkeleton />
    </main>
  );
}
