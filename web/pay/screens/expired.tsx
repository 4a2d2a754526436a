import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The deadline has passed and this browser knows of no payment on its way. */
export const Expired: LaterScreen<'expired'> = ({ state, frame }) => {
  const when = state.since === undefined ? Number.NaN : Date.parse(state.since);
  return (
    <>
      <Title>{frame.messages.expired.title}</Title>
      {frame.local && !Number.isNaN(when) && (
        <p>
          {frame.messages.expired.since(
            new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(
              when,
            ),
          )}
        </p>
      )}
      {state.takenBack === true ? (
        <p class="notice">{frame.messages.expired.takenBack}</p>
      ) : (
        <p>{frame.messages.expired.text}</p>
      )}
    </>
  );
};
