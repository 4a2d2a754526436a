import { Primary, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterScreen } from '../parts.tsx';

/** A block holds the payment, and the chain refused it. */
export const Reverted: LaterScreen<'reverted'> = ({ visit, frame }) => (
  <>
    <Title>{frame.words.reverted.title}</Title>
    <p>{frame.words.reverted.text}</p>
    <p>
      <Explorer link={visit.link} hash={visit.hash} frame={frame} />
    </p>
    <Primary onClick={() => frame.tell({ type: 'retry' })}>{frame.words.reverted.retry}</Primary>
  </>
);
