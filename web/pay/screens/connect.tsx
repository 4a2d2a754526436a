import { Title } from '../../ui/parts.tsx';
import { WalletList } from '../../ui/wallet-list.tsx';
import { Noticed, type Screen } from '../parts.tsx';

/** The wallets that announced themselves, the last used one first. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages } = frame;
  const { wallets } = state;
  return (
    <>
      <Title>{messages.connect.title}</Title>
      <Noticed state={state} frame={frame} />
      {state.link === undefined && <p>{messages.connect.hidden}</p>}
      <noscript>{messages.withoutScript}</noscript>
      {wallets === undefined && <p class="needs-script">{messages.connect.input}</p>}
      <WalletList
        wallets={wallets}
        use={messages.connect.use}
        onPick={(wallet) => frame.dispatch({ type: 'wallet_picked', wallet })}
      />
      {frame.later?.ways({ state, frame })}
    </>
  );
};
