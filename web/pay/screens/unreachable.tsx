import { Primary, Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The API does not answer; the page asks again by itself. */
export const Unreachable: Screen<'unreachable'> = ({ frame }) => (
  <>
    <Title>{frame.words.unreachable.title}</Title>
    <p>{frame.words.unreachable.text}</p>
    <Primary onClick={() => frame.tell({ type: 'retry' })}>{frame.words.tryAgain}</Primary>
  </>
);
