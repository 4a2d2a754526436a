import { Copy, Title } from '../../ui/parts.tsx';
import type { Wallet } from '../page-state.ts';
import { type Frame, Noticed, type Screen } from '../parts.tsx';

/** The wallets that announced themselves, the last used one first. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages } = frame;
  const { wallets } = state;
  const none = wallets?.length === 0;
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
      <ul class="wallets">
        {wallets?.map((wallet, at) => (
          <li key={wallet.id}>{choice(wallet, frame, at === 0)}</li>
        ))}
      </ul>
      {frame.config.mode === 'sandbox' && (
        <p class="fine after">
          {messages.connect.testWalletNote}{' '}
          {state.link?.network.testnet !== true && messages.connect.sandboxOnly}
        </p>
      )}
    </>
  );
};

function choice(wallet: Wallet, frame: Frame, first: boolean) {
  return (
    <button
      type="button"
      class={first ? 'primary wallet' : 'secondary wallet'}
      onClick={() => frame.dispatch({ type: 'wallet_picked', wallet })}
    >
      {wallet.icon !== undefined && <img src={wallet.icon} alt="" width="28" height="28" />}
      <span>{frame.messages.connect.use(wallet.name)}</span>
    </button>
  );
}
