import { Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API does not answer; the page asks again by itself. */
export const Unreachable: LaterScreen<'unreachable'> = ({ visit, frame }) => (
  <>
    <Title>{frame.words.unreachable.title}</Title>
    <p>
      {chargedText(visit.kept?.spent)} {frame.words.unreachable.text}
    </p>
    <Primary onClick={() => frame.tell({ type: 'retry' })}>{frame.words.tryAgain}</Primary>
  </>
);
