import { Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API does not answer, or a vendor is still judging the wallet; the page retries by itself. */
export const Unreachable: LaterScreen<'unreachable'> = ({ state, frame }) => {
  const { unreachable, judging } = frame.messages;
  const { title, text } = state.isJudging === true ? judging : unreachable;
  return (
    <>
      <Title>{title}</Title>
      <p>
        {chargedText(state.kept?.spent)} {text}
      </p>
      <Primary onClick={() => frame.dispatch({ type: 'retry' })}>{frame.messages.tryAgain}</Primary>
    </>
  );
};
