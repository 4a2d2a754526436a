import { Busy, Title } from '../../ui/parts.tsx';
import { Explorer, type LaterScreen } from '../parts.tsx';

/** An approval was sent; the payment follows once a block holds it. */
export const Approving: LaterScreen<'approving'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.approving.title}
    </Title>
    <p>{frame.words.approving.text}</p>
    <p>
      <Explorer link={visit.link} hash={visit.hash} frame={frame} />
    </p>
  </>
);
