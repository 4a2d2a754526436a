import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The page was opened without a link. */
export const Empty: LaterScreen<'empty'> = ({ frame }) => (
  <>
    <Title>{frame.words.empty.title}</Title>
    <p>{frame.words.empty.text}</p>
  </>
);
