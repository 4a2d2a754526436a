import { Copy, Title } from '../../ui/parts.tsx';
import { WalletList } from '../../ui/wallet-list.tsx';
import { Noticed, type Screen } from '../parts.tsx';

/** The wallets that announced themselves. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages } = frame;
  const { wallets } = state;
  const none = wallets?.length === 0;
  return (
    <>
      <Title>{messages.connect.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.connect.text}</p>
      {wallets === undefined && <p>{messages.connect.input}</p>}
      {none && <p>{messages.connect.none}</p>}
      {none && (
        <p>
          {messages.connect.copyLink} <Copy text={location.href} frame={frame} />
        </p>
      )}
      <WalletList
        wallets={wallets}
        use={messages.connect.use}
        onPick={(wallet) => frame.dispatch({ type: 'wallet_picked', wallet })}
      />
      {frame.config.testWallets !== undefined && (
        <p class="fine after">{messages.connect.testWalletNote}</p>
      )}
    </>
  );
};
