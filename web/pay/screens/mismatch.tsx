import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** What would be signed is not what is shown. There is no button here, on purpose. */
export const Mismatch: LaterScreen<'mismatch'> = ({ visit, frame }) => (
  <div class="stop">
    <Title>{frame.words.mismatch.title}</Title>
    <p>{frame.words.mismatch.text(visit.problem)}</p>
  </div>
);
