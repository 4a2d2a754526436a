import { Waiting } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';
import { loadedSafe } from '../safe-part.ts';

/** Owners of a Safe sign a transaction that pays the link; the API is polled until it counts or its time is over. */
export const Proposed: LaterScreen<'proposed'> = ({ state, frame }) => {
  const { title, text } = frame.messages.proposed;
  const part = frame.local ? loadedSafe() : undefined;
  return (
    <>
      <Waiting text={part?.titleOf(state) ?? title} />
      <p>{text}</p>
      {part && <part.ProposalDetails state={state} frame={frame} />}
    </>
  );
};
