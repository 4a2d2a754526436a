import type { ReactElement, ReactNode } from 'react';
import { messages } from '../messages/en.ts';

interface Props {
  /** The page that is shown; undefined on the newest one. */
  readonly cursor: string | undefined;
  /** The page after it; null on the last one. */
  readonly nextCursor: string | null;
  /** A link to a page. */
  readonly children: (cursor: string | undefined, label: string) => ReactNode;
}

/** The ways from a page of a list to the newest and to the next one, where there are any. */
export function Pager({ cursor, nextCursor, children: link }: Props): ReactElement {
  return (
    <div className="mt-4 flex gap-2 empty:hidden">
      {cursor !== undefined && link(undefined, messages.newest)}
      {nextCursor !== null && link(nextCursor, messages.older)}
    </div>
  );
}
