import { progressMessages as messages } from '../messages/en/progress.ts';
import type { PageState } from '../page-state.ts';
import { isAwaited } from './deadline.ts';
import type { Stages } from './stages.ts';
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

/** The stages of a payment, each by its number until it is done. */
function StageList({ way, current }: Stages) {
  return (
    <ol class="stages" aria-label={messages.progress}>
      {way.map((stage, at) => {
        const isDone = at < current;
        return (
          <li
            key={at}
            class={isDone ? 'ready' : undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            <span aria-hidden="true">{isDone ? '✓' : at + 1}</span> {messages.stages[stage]}
            {isDone && <span class="unseen"> {messages.done}</span>}
          </li>
        );
      })}
    </ol>
  );
}

interface ProgressProps extends Omit<DeadlineProps, 'deadlineMs'> {
  readonly state: PageState;
  readonly stages: Stages | undefined;
  /** Undefined for a link without one. */
  readonly deadlineMs: number | undefined;
}

/** What stands above the payment about its progress. */
export function Progress({ state, stages, deadlineMs, ...now }: ProgressProps) {
  return (
    <>
      {stages && <StageList {...stages} />}
      {deadlineMs !== undefined && isAwaited(state) && (
        <Deadline deadlineMs={deadlineMs} {...now} />
      )}
    </>
  );
}
