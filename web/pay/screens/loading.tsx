import { Busy, Title } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The API was asked about the link. */
export const Loading: Screen<'loading'> = ({ frame }) => (
  <Title>
    <Busy />
    {frame.words.loading}
  </Title>
);
