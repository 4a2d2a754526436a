import { Primary, Secondary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';
import { billedWords } from '../words/en-billed.ts';

/** The rate of an invoice in another currency is missing or too old; a newer one may come. */
export const Stale: LaterScreen<'stale'> = ({ visit, frame }) => {
  const { title, text, later } = billedWords.stale;
  return (
    <>
      <Title>{title}</Title>
      <p>
        {text} {chargedText(visit.spent)} {later}
      </p>
      <Primary onClick={() => frame.tell({ type: 'refresh' })}>{frame.words.refresh}</Primary>
      <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
        {frame.words.otherWallet}
      </Secondary>
    </>
  );
};
