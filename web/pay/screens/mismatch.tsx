import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** What would be signed is not what is shown. There is no button here, on purpose. */
export const Mismatch: LaterScreen<'mismatch'> = ({ state, frame }) => (
  <div class="stop">
    <Title>{frame.messages.mismatch.title}</Title>
    <p>{frame.messages.mismatch.text(state.problem)}</p>
  </div>
);
