import { Waiting } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API requires to wait; the page retries after that time. */
export const Limited: LaterScreen<'limited'> = ({ state, frame }) => (
  <>
    <Waiting text={frame.messages.limited.title} />
    <p>
      {frame.local && chargedText(state.kept ?? {}, frame.config.token)}{' '}
      <span class="needs-script">{frame.messages.limited.text(state.waitS)}</span>
      <noscript>{frame.messages.withoutScript}</noscript>
    </p>
  </>
);
