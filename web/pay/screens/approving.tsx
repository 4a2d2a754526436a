import { Busy, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterScreen } from '../parts.tsx';

/** An approval was sent; the payment follows once a block holds it. */
export const Approving: LaterScreen<'approving'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {visit.plan.steps[0]?.kind === 'pay'
        ? frame.words.approving.part
        : frame.words.approving.title}
    </Title>
    <p>
      {visit.plan.steps[0]?.kind === 'pay'
        ? frame.words.approving.next
        : frame.words.approving.text}
    </p>
    <p>
      <Explorer link={visit.link} hash={visit.hash} frame={frame} />
    </p>
  </>
);
