import { Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame, LaterScreen } from '../parts.tsx';

/** The API does not answer, or the check of the wallet runs or failed; the page retries by itself. */
export const Unreachable: LaterScreen<'unreachable'> = ({ state, frame }) => {
  const { title, text } = outageText(state, frame.messages);
  return (
    <>
      <Title>{title}</Title>
      <p>
        {frame.local && chargedText(state.kept ?? {}, frame.config.token)}{' '}
        <span class="needs-script">{text}</span>
        <noscript>{frame.messages.withoutScript}</noscript>
      </p>
      <div class="needs-script">
        <Primary onClick={() => frame.dispatch({ type: 'retry' })}>
          {frame.messages.tryAgain}
        </Primary>
      </div>
    </>
  );
};

/** What the page waits for: its title, and what to do. */
export function outageText({ check }: At<'unreachable'>, messages: LaterFrame['messages']) {
  return check === undefined ? messages.unreachable : messages.checks[check];
}
