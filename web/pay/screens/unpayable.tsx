import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';
import type { Obstacle } from '../refused-payees.ts';
import { billedWords } from '../words/en-billed.ts';

/** The network would refuse the payment, so nothing is offered to sign. */
export const Unpayable: LaterScreen<'unpayable'> = ({ visit, frame }) => {
  const { words, tell } = frame;
  const { obstacle, payer, spent } = visit;
  const { text, later } = wordsOf(obstacle);
  const refused = obstacle === 'payer' ? [{ address: payer.address, isFee: false }] : obstacle;
  const mixed = refused.some(({ isFee }) => !isFee);
  return (
    <>
      <Title>{unpayableTitle(obstacle)}</Title>
      {refused.map(({ address, isFee }) => (
        <p key={address}>
          <Address address={address} />
          {isFee && mixed && <span class="fine"> {billedWords.unpayable.receivesFee}</span>}
        </p>
      ))}
      <p>
        {text} {chargedText(spent)} {later}
      </p>
      <Primary onClick={() => tell({ type: 'refresh' })}>{words.refresh}</Primary>
      <Secondary onClick={() => tell({ type: 'other_wallet' })}>{words.otherWallet}</Secondary>
    </>
  );
};

/** What stands in the way, in a line. */
export function unpayableTitle(obstacle: Obstacle): string {
  const { title } = wordsOf(obstacle);
  const payees = obstacle === 'payer' ? [] : obstacle.filter(({ isFee }) => !isFee);
  return payees.length > 1 ? billedWords.unpayable.several : title;
}

function wordsOf(obstacle: Obstacle) {
  const { payer, fee, payee } = billedWords.unpayable;
  if (obstacle === 'payer') return payer;
  return obstacle.length > 0 && obstacle.every(({ isFee }) => isFee) ? fee : payee;
}
