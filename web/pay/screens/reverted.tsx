import { Primary, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterScreen } from '../parts.tsx';
import { billedWords } from '../words/en-billed.ts';

/** A block holds the payment, and the chain refused it. */
export const Reverted: LaterScreen<'reverted'> = ({ visit, frame }) => (
  <>
    <Title>{billedWords.reverted.title}</Title>
    <p>
      {billedWords.reverted.text} {visit.spent === 'part' && billedWords.reverted.staysPaid}
    </p>
    <p>
      <Explorer link={visit.link} hash={visit.hash} frame={frame} />
    </p>
    <Primary onClick={() => frame.tell({ type: 'retry' })}>{billedWords.reverted.retry}</Primary>
  </>
);
