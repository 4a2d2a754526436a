import { Busy, Title } from '../../ui/parts.tsx';
import { type LaterScreen, Noticed } from '../parts.tsx';

/** The calldata was asked for and is about to be checked. */
export const Preparing: LaterScreen<'preparing'> = ({ visit, frame }) => (
  <>
    <Noticed visit={visit} frame={frame} />
    <Title>
      <Busy />
      {frame.words.preparing}
    </Title>
  </>
);
