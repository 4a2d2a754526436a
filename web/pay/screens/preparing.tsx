import { Busy, type LaterScreen, Noticed, Title } from '../parts.tsx';

/** The calldata was asked for and is about to be checked. */
export const Preparing: LaterScreen<'preparing'> = ({ visit, frame }) => (
  <>
    <Noticed notice={visit.notice} frame={frame} />
    <Title>
      <Busy />
      {frame.words.preparing}
    </Title>
  </>
);
