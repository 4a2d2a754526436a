import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The link was withdrawn or refused; the reason is nobody’s business here. */
export const Closed: LaterScreen<'closed'> = ({ frame }) => (
  <>
    <Title>{frame.messages.closed.title}</Title>
    <p>{frame.messages.closed.text}</p>
  </>
);
