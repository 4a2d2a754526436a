import { Busy, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The API was asked what it shows to this wallet. */
export const Asking: LaterScreen<'asking'> = ({ frame }) => (
  <Title>
    <Busy />
    {frame.messages.asking}
  </Title>
);
