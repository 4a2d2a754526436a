import { LOCALE } from '../../ui/messages/en/language.ts';
import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The deadline has passed and this browser knows of no payment on its way. */
export const Expired: LaterScreen<'expired'> = ({ state, frame }) => {
  const { title, since, text, takenBack } = frame.messages.expired;
  const when = Date.parse(state.since ?? '');
  const said = state.takenBack ? takenBack : state.notice;
  return (
    <>
      <Title>{title}</Title>
      {frame.local && when > 0 && (
        <p>
          {since(new Date(when).toLocaleString(LOCALE, { dateStyle: 'long', timeStyle: 'short' }))}
        </p>
      )}
      {said && <p class="notice">{said}</p>}
      {!state.takenBack && <p>{text}</p>}
    </>
  );
};
