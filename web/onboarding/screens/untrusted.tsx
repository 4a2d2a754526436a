import { Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The text to sign is not a sign-in to this page, so there is no button. */
export const Untrusted: Screen<'untrusted'> = ({ visit, frame }) => (
  <div class="stop">
    <Title>{frame.words.untrusted.title}</Title>
    <p>{frame.words.untrusted.text(visit.problem)}</p>
  </div>
);
