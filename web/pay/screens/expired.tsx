import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The deadline has passed and this browser knows of no payment on its way. */
export const Expired: LaterScreen<'expired'> = ({ visit, frame }) => {
  const when = visit.since === undefined ? Number.NaN : Date.parse(visit.since);
  return (
    <>
      <Title>{frame.words.expired.title}</Title>
      {frame.local && !Number.isNaN(when) && (
        <p>
          {frame.words.expired.since(
            new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(
              when,
            ),
          )}
        </p>
      )}
      {visit.takenBack === true ? (
        <p class="notice">{frame.words.expired.takenBack}</p>
      ) : (
        <p>{frame.words.expired.text}</p>
      )}
    </>
  );
};
