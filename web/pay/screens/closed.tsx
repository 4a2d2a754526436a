import { Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The link was withdrawn or refused; the reason is nobody’s business here. */
export const Closed: Screen<'closed'> = ({ frame }) => (
  <>
    <Title>{frame.words.closed.title}</Title>
    <p>{frame.words.closed.text}</p>
  </>
);
