import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';
import type { At } from '../places.ts';
import { billedWords } from '../words/en-billed.ts';

/** The payment would be refused or never count, so nothing is offered to sign. */
export const Unpayable: LaterScreen<'unpayable'> = ({ visit, frame }) => {
  const { words, tell } = frame;
  const { obstacle, payer, spent } = visit;
  const { text, later } = wordsOf(visit);
  const refused =
    typeof obstacle === 'string' ? [{ address: payer.address, isFee: false }] : obstacle;
  const mixed = refused.some(({ isFee }) => !isFee);
  const Other = obstacle === 'own' ? Primary : Secondary;
  return (
    <>
      <Title>{unpayableTitle(visit)}</Title>
      {refused.map(({ address, isFee }) => (
        <p key={address}>
          <Address address={address} />
          {isFee && mixed && <span class="fine"> {billedWords.unpayable.receivesFee}</span>}
        </p>
      ))}
      <p>
        {text} {chargedText(spent)} {later}
      </p>
      {obstacle !== 'own' && (
        <Primary onClick={() => tell({ type: 'refresh' })}>{words.refresh}</Primary>
      )}
      <Other onClick={() => tell({ type: 'other_wallet' })}>{words.otherWallet}</Other>
    </>
  );
};

/** What stands in the way, in a line. */
export function unpayableTitle(visit: At<'unpayable'>): string {
  const { obstacle } = visit;
  const payees = typeof obstacle === 'string' ? [] : obstacle.filter(({ isFee }) => !isFee);
  return payees.length > 1 ? billedWords.unpayable.several : wordsOf(visit).title;
}

function wordsOf({ obstacle, link }: At<'unpayable'>) {
  const { payer, own, ownPart, fee, payee } = billedWords.unpayable;
  if (obstacle === 'payer') return payer;
  if (obstacle === 'own') return link.payments.length > 1 ? ownPart : own;
  return obstacle.length > 0 && obstacle.every(({ isFee }) => isFee) ? fee : payee;
}
