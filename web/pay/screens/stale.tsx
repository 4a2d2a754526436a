import { Primary, Secondary, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The rate of an invoice in another currency is missing or too old; a newer one may come. */
export const Stale: LaterScreen<'stale'> = ({ frame }) => (
  <>
    <Title>{frame.words.stale.title}</Title>
    <p>{frame.words.stale.text}</p>
    <Primary onClick={() => frame.tell({ type: 'refresh' })}>{frame.words.refresh}</Primary>
    <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
      {frame.words.otherWallet}
    </Secondary>
  </>
);
