import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The page was opened without a link. */
export const Empty: LaterScreen<'empty'> = ({ frame }) => (
  <>
    <Title>{frame.messages.empty.title}</Title>
    <p>{frame.messages.empty.text}</p>
  </>
);
