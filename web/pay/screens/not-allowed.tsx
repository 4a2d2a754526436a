import { Address, Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import type { LaterScreen } from '../parts.tsx';

/** The wallet may not pay. An allowlist and a screening read the same. */
export const NotAllowed: LaterScreen<'not_allowed'> = ({ state, frame }) => (
  <>
    <Title>{frame.messages.notAllowed.title}</Title>
    <p>
      {state.payer.wallet.name} <Address address={state.payer.address} />
    </p>
    <p>
      {chargedText(state, frame.config.token)} {frame.messages.notAllowed.text}
    </p>
    <Primary onClick={() => frame.dispatch({ type: 'other_wallet' })}>
      {frame.messages.otherWallet}
    </Primary>
  </>
);
