import { progressMessages as messages } from '../messages/en-progress.ts';
import type { PageState } from '../page-state.ts';
import { isAwaited } from './deadline.ts';
import { momentText, timeLeft } from './time-text.ts';

interface DeadlineProps {
  /** In milliseconds since 1970, as all times here. */
  readonly deadlineMs: number;
  /** What time it is for the service; undefined says nothing of the time that is left. */
  readonly nowMs?: number;
  /** Whether the time zone of the payer is known. */
  readonly isLocal: boolean;
}

/** Until when the link can be paid. It is no live region: nobody is interrupted by a minute that has passed. */
export function Deadline({ deadlineMs, nowMs, isLocal }: DeadlineProps) {
  return (
    <p class="deadline">
      <span>
        {messages.payBy}{' '}
        <time dateTime={new Date(deadlineMs).toISOString()}>
          {momentText(deadlineMs, { isLocal })}
        </time>
      </span>
      {nowMs !== undefined && <span class="left needs-script">{timeLeft(deadlineMs - nowMs)}</span>}
    </p>
  );
}

/** What stands above the payment about its progress. */
export function Progress({ state, ...times }: DeadlineProps & { readonly state: PageState }) {
  return isAwaited(state) ? <Deadline {...times} /> : null;
}
