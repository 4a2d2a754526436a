import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { neededUnits } from '../check-approvals.ts';
import type { At } from '../page-state.ts';
import {
  amountOf,
  Bill,
  dayOf,
  type Frame,
  Headline,
  momentOf,
  Noticed,
  type Screen,
} from '../parts.tsx';
import { instalmentUnits } from '../schedule.ts';

/** The whole schedule, what the next signature does, and the one button for it. */
export const Review: Screen<'review'> = ({ state, frame }) => {
  const { dispatch } = frame;
  const messages = frame.messages.review;
  const { schedule, approvals, permit, signed } = state;
  const total = signed + approvals.length + (permit === undefined ? 0 : 1);
  return (
    <>
      <Headline schedule={schedule} frame={frame} />
      <Title>
        {messages.title}
        {total > 1 && <span class="progress"> {messages.step(signed + 1, total)}</span>}
      </Title>
      <Noticed notice={state.notice} frame={frame} />
      <Bill schedule={schedule} frame={frame} />
      <div class="signed">
        <h3>{messages.whatYouSign}</h3>
        <Next state={state} frame={frame} />
        <p class="fine">
          {messages.contract} <Address address={schedule.contract} />
        </p>
      </div>
      <Primary onClick={() => dispatch({ type: 'go' })}>{labelOf(state, frame)}</Primary>
      <Secondary onClick={() => dispatch({ type: 'back' })}>{frame.messages.otherWallet}</Secondary>
    </>
  );
};

interface Shown {
  readonly state: At<'review'>;
  readonly frame: Frame;
}

/** What the next signature does, in sentences that are made from its bytes. */
function Next({ state, frame }: Shown) {
  const messages = frame.messages.review;
  const { schedule, approvals, permit } = state;
  const [approval] = approvals;
  if (approval?.units === 0n) return <p>{messages.reset}</p>;
  if (approval !== undefined) {
    return (
      <>
        <p>{messages.approve(amountOf(schedule, approval.units))}</p>
        {schedule.otherUnits > 0n && (
          <p class="notice">{messages.others(amountOf(schedule, schedule.otherUnits))}</p>
        )}
        {schedule.revives.length > 0 && (
          <div class="notice">
            <p>{messages.revives}</p>
            <ul>
              {schedule.revives.map(({ id, remainingPayments, until }, at) => (
                <li key={id ?? at}>
                  {messages.revived(id && plainText(id), remainingPayments, dayOf(until))}
                </li>
              ))}
            </ul>
          </div>
        )}
      </>
    );
  }
  if (permit === undefined) return null;
  const each = amountOf(schedule, instalmentUnits(schedule));
  return (
    <>
      <p>{messages.permit(each, schedule.totalPayments)}</p>
      <p class="fine">{messages.until(momentOf(Number(permit.message.deadline)))}</p>
    </>
  );
}

function labelOf({ schedule, approvals }: At<'review'>, frame: Frame): string {
  const messages = frame.messages.review;
  const [approval] = approvals;
  if (approval === undefined) return messages.signButton;
  if (approval.units === 0n) return messages.resetButton;
  return messages.approveButton(amountOf(schedule, neededUnits(schedule)));
}
