import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The network would refuse the payment, so nothing is offered to sign. */
export const Unpayable: LaterScreen<'unpayable'> = ({ visit, frame }) => {
  const { words, tell } = frame;
  const { obstacle, payer } = visit;
  const { title, text } = words.unpayable(obstacle === 'payer' ? 'payer' : obstacle.length);
  const addresses = obstacle === 'payer' ? [payer.address] : obstacle;
  return (
    <>
      <Title>{title}</Title>
      {addresses.map((address) => (
        <p key={address}>
          <Address address={address} />
        </p>
      ))}
      <p>{text}</p>
      <Primary onClick={() => tell({ type: 'refresh' })}>{words.refresh}</Primary>
      <Secondary onClick={() => tell({ type: 'other_wallet' })}>{words.otherWallet}</Secondary>
    </>
  );
};
