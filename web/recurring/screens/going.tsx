import { Check, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import type { At } from '../page-state.ts';
import { Bill, dayOf, type Frame, Headline, Noticed, type Screen } from '../parts.tsx';
import { dueTimes } from '../schedule.ts';
import { lacksAllowance, purposeOf } from '../transitions.ts';

/** How far the payments are, each date, and the way to stop them. */
export const Going: Screen<'going'> = ({ state, frame }) => {
  const messages = frame.messages.going;
  const { schedule } = state;
  const { status } = schedule;
  const purpose = purposeOf(schedule);
  return (
    <>
      {(status === 'active' || status === 'completed') && <Check />}
      <Title>{messages[status]}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.text[status]}</p>
      {purpose === 'lower' && <p>{messages.stillAllowed}</p>}
      <Progress state={state} frame={frame} />
      <Headline schedule={schedule} frame={frame} />
      <Bill schedule={schedule} frame={frame} />
      {lacksAllowance(schedule) && (
        <>
          <p class="notice">{messages.missing}</p>
          <Primary onClick={() => frame.dispatch({ type: 'allow' })}>{messages.allow}</Primary>
        </>
      )}
      {purpose !== undefined && (
        <Secondary onClick={() => frame.dispatch({ type: 'stop' })}>{messages[purpose]}</Secondary>
      )}
    </>
  );
};

function Progress({ state, frame }: { readonly state: At<'going'>; readonly frame: Frame }) {
  const messages = frame.messages.going;
  const { schedule } = state;
  const { status, failureReason } = schedule;
  const nextAt =
    status === 'active'
      ? dueTimes(schedule).find((_, index) => !schedule.paid.has(index))
      : undefined;
  return (
    <>
      <p>
        <strong>{messages.progress(schedule.paid.size, schedule.totalPayments)}.</strong>
        {nextAt !== undefined && ` ${messages.next(dayOf(nextAt))}.`}
      </p>
      {status === 'paused' && failureReason !== undefined && (
        <p class="notice">
          {messages.failed} {plainText(failureReason)}
        </p>
      )}
    </>
  );
}
