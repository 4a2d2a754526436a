import { Copy, Title } from '../../ui/parts.tsx';
import { WalletList } from '../../ui/wallet-list.tsx';
import { Noticed, type Screen } from '../parts.tsx';

/** The wallets that announced themselves, the last used one first. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages } = frame;
  const { wallets } = state;
  const none = wallets?.length === 0;
  const app = none ? state.link?.network.walletApp : undefined;
  return (
    <>
      <Title>{messages.connect.title}</Title>
      <Noticed state={state} frame={frame} />
      {state.link === undefined && <p>{messages.connect.hidden}</p>}
      <noscript>{messages.withoutScript}</noscript>
      {wallets === undefined && <p class="needs-script">{messages.connect.input}</p>}
      {none && <p>{messages.connect.none}</p>}
      {none && (
        <p>
          {messages.connect.copyLink} <Copy text={location.href} frame={frame} />
        </p>
      )}
      {app && (
        <a class="secondary" href={app.linkTo(location.href)}>
          {app.name}
        </a>
      )}
      <WalletList
        wallets={wallets}
        use={messages.connect.use}
        onPick={(wallet) => frame.dispatch({ type: 'wallet_picked', wallet })}
      />
      {frame.config.mode === 'sandbox' && (
        <p class="fine after">
          {messages.connect.testWalletNote}{' '}
          {state.link?.network.testnet !== true && messages.connect.sandboxOnly}
        </p>
      )}
    </>
  );
};
