import { Busy, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The API asks to wait; the page comes back when it said so. */
export const Limited: LaterScreen<'limited'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.limited.title}
    </Title>
    <p>
      {chargedText(visit.kept?.spent)} {frame.words.limited.text}
    </p>
  </>
);
