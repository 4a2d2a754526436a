import { Busy, type Screen, Title } from '../parts.tsx';

/** The API was asked about the link. */
export const Loading: Screen<'loading'> = ({ frame }) => (
  <Title>
    <Busy />
    {frame.words.loading}
  </Title>
);
