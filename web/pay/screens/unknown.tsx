import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** No such link, or none any more; the two read the same. */
export const Unknown: LaterScreen<'unknown'> = ({ frame }) => (
  <>
    <Title>{frame.messages.unknown.title}</Title>
    <p>{frame.messages.unknown.text}</p>
  </>
);
