import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { config } from '../config.ts';
import { isActive } from '../session/active.ts';
import { sessionQuery } from '../session/session.ts';

/** How soon a stream is opened again that ended, or that was closed while nobody looked. */
const CHECK_MS = 5_000;

/** Events come in bursts: they are reported together, at most once in so long. */
const GATHER_MS = 500;

/**
 * Calls back soon after something happened in the account, and whenever its stream is opened, as something may have happened before. Where
 * nobody looks no stream is open, so that the session may end.
 */
export function useEventStream(onEvents: () => void): void {
  const { data: session } = useQuery(sessionQuery);
  const isSignedIn = session != null;
  useEffect(() => {
    if (!isSignedIn) return;
    let source: EventSource | undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const gather = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        onEvents();
      }, GATHER_MS);
    };
    const follow = () => {
      if (!isActive() || source?.readyState === EventSource.CLOSED) {
        source?.close();
        source = undefined;
      }
      if (!isActive() || source !== undefined) return;
      source = new EventSource(`${config.apiUrl}/v2/events?cursor=now`, { withCredentials: true });
      source.onopen = gather;
      source.onmessage = gather;
    };
    follow();
    const timer = setInterval(follow, CHECK_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(gathering);
      source?.close();
    };
  }, [isSignedIn, onEvents]);
}
