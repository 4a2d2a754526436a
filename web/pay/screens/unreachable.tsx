import { Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API does not answer; the page retries by itself. */
export const Unreachable: LaterScreen<'unreachable'> = ({ state, frame }) => (
  <>
    <Title>{frame.messages.unreachable.title}</Title>
    <p>
      {chargedText(state.kept?.spent)} {frame.messages.unreachable.text}
    </p>
    <Primary onClick={() => frame.dispatch({ type: 'retry' })}>{frame.messages.tryAgain}</Primary>
  </>
);
