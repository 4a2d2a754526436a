import { Primary, Title } from '../../ui/parts.tsx';
import { chargedText } from '../charged.ts';
import { billedMessages } from '../messages/en/billed.ts';
import type { LaterScreen } from '../parts.tsx';
import { OtherWallet } from './other-wallet.tsx';

/** The rate of an invoice in another currency is missing or too old; a newer one may come. */
export const Stale: LaterScreen<'stale'> = ({ state, frame }) => {
  const { title, text, later } = billedMessages.stale;
  return (
    <>
      <Title>{title}</Title>
      <p>
        {text} {chargedText(state, frame.config.token)} {later}
      </p>
      <Primary onClick={() => frame.dispatch({ type: 'refresh' })}>
        {frame.messages.refresh}
      </Primary>
      <OtherWallet state={state} frame={frame} />
    </>
  );
};
