import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import { billedMessages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import type { LaterScreen } from '../parts.tsx';

/** The payment would be refused or never count, so nothing is offered to sign. */
export const Unpayable: LaterScreen<'unpayable'> = ({ state, frame }) => {
  const { messages, dispatch } = frame;
  const { obstacle, payer, spent } = state;
  const { text, later } = messagesOf(state);
  const refused =
    typeof obstacle === 'string' ? [{ address: payer.address, isFee: false }] : obstacle;
  const mixed = refused.some(({ isFee }) => !isFee);
  const Other = obstacle === 'own' ? Primary : Secondary;
  return (
    <>
      <Title>{unpayableTitle(state)}</Title>
      {refused.map(({ address, isFee }) => (
        <p key={address}>
          <Address address={address} />
          {isFee && mixed && <span class="fine"> {billedMessages.unpayable.receivesFee}</span>}
        </p>
      ))}
      <p>
        {text} {chargedText({ spent }, frame.config.token)} {later}
      </p>
      {obstacle !== 'own' && (
        <Primary onClick={() => dispatch({ type: 'refresh' })}>{messages.refresh}</Primary>
      )}
      <Other onClick={() => dispatch({ type: 'other_wallet' })}>{messages.otherWallet}</Other>
    </>
  );
};

/** What stands in the way, in a line. */
export function unpayableTitle(state: At<'unpayable'>): string {
  const { obstacle } = state;
  const payees = typeof obstacle === 'string' ? [] : obstacle.filter(({ isFee }) => !isFee);
  return payees.length > 1 ? billedMessages.unpayable.several : messagesOf(state).title;
}

function messagesOf({ obstacle, link }: At<'unpayable'>) {
  const { payer, own, ownPart, fee, payee } = billedMessages.unpayable;
  if (obstacle === 'payer') return payer;
  if (obstacle === 'own') return link.payments.length > 1 ? ownPart : own;
  return obstacle.length > 0 && obstacle.every(({ isFee }) => isFee) ? fee : payee;
}
