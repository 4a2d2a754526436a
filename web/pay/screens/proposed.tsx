import { Waiting } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';
import { proposalOf } from '../proposal.ts';

const MINUTE_MS = 60_000;

/** Owners of a Safe sign a transaction that pays the link; the API is polled until it counts or its time is over. */
export const Proposed: LaterScreen<'proposed'> = ({ state, frame }) => {
  const { title, text, until, executed } = frame.messages.proposed;
  const proposal = proposalOf(state.body);
  const left = (proposal.until ?? 0) - Date.now();
  return (
    <>
      <Waiting text={proposal.isExecuted ? executed : title} />
      <p>{text}</p>
      {frame.local && !proposal.isExecuted && proposal.until !== undefined && left > 0 && (
        <p>{until(timeText(proposal.until), leftText(left))}</p>
      )}
    </>
  );
};

function timeText(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** Hours as long as there are some: nobody waits for the minute then. */
function leftText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MS);
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
