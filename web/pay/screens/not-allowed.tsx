import { Address, Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The wallet may not pay. An allowlist and a screening read the same. */
export const NotAllowed: LaterScreen<'not_allowed'> = ({ visit, frame }) => (
  <>
    <Title>{frame.words.notAllowed.title}</Title>
    <p>
      {visit.payer.wallet.name} <Address address={visit.payer.address} />
    </p>
    <p>
      {chargedText(visit.spent)} {frame.words.notAllowed.text}
    </p>
    <Primary onClick={() => frame.tell({ type: 'other_wallet' })}>
      {frame.words.otherWallet}
    </Primary>
  </>
);
