import { Busy, Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The API asks to wait; the page comes back when it said so. */
export const Limited: Screen<'limited'> = ({ frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.limited.title}
    </Title>
    <p>{frame.words.limited.text}</p>
  </>
);
