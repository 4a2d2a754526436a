import { Secondary, Waiting } from '../../ui/parts.tsx';
import { Headline, type Screen } from '../parts.tsx';

/** The wallet shows something to sign. */
export const Asking: Screen<'approving' | 'signing' | 'stopping' | 'lowering'> = ({
  state,
  frame,
}) => {
  const { messages } = frame;
  const { asking } = messages;
  const { name } = state.payer.wallet;
  return (
    <>
      <Headline schedule={state.schedule} frame={frame} />
      <Waiting text={asking[ASKED[state.at]](name)} />
      <p>{asking.text}</p>
      <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{messages.back}</Secondary>
    </>
  );
};

const ASKED = {
  approving: 'approve',
  signing: 'sign',
  stopping: 'stop',
  lowering: 'approve',
} as const;
