import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import type { SessionFields } from '../api/shapes.ts';
import { messages } from '../messages/en.ts';
import { lastContact } from '../session/contact.ts';
import { endOfSession } from '../session/end-of-session.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/time.tsx';

/** From so long before the end on the countdown is shown. */
const WARN_MS = 3 * 60_000;
const SECOND_MS = 1_000;

/** The countdown before a session ends, with a way to stay; nothing else is lost when it ends. */
export function SessionEnd({ session }: { readonly session: SessionFields }): ReactElement | null {
  const queries = useQueryClient();
  const nowMs = useNow(SECOND_MS);
  const stay = useMutation({
    mutationFn: () => queries.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
  const leftMs = endOfSession(session, lastContact()) - nowMs;
  const isOver = leftMs <= 0;
  const { mutate: prolong } = stay;
  useEffect(() => {
    // Another window may have kept it alive; only the API knows.
    if (isOver) prolong();
  }, [isOver, prolong]);
  if (leftMs > WARN_MS || isOver) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-3 border-b border-warn-line bg-warn-ground px-4 py-2 text-warn-text"
    >
      {/* Read out once, and not with every second. */}
      <span aria-live="off">{messages.session.ending(formatLeft(leftMs))}</span>
      <Button onClick={() => stay.mutate()} busy={stay.isPending}>
        {messages.session.stay}
      </Button>
    </div>
  );
}

function formatLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
