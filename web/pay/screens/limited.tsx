import { Waiting } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API asks to wait; the page comes back when it said so. */
export const Limited: LaterScreen<'limited'> = ({ state, frame }) => (
  <>
    <Waiting text={frame.messages.limited.title} />
    <p>
      {chargedText(state.kept?.spent)} {frame.messages.limited.text}
    </p>
  </>
);
