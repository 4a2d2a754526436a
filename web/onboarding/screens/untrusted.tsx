import { Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The text to sign is not a sign-in to this page, so there is no button. */
export const Untrusted: Screen<'untrusted'> = ({ state, frame }) => (
  <div class="stop">
    <Title>{frame.messages.untrusted.title}</Title>
    <p>{frame.messages.untrusted.text(state.problem)}</p>
  </div>
);
