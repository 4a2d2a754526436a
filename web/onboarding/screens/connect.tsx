import { Copy, Title } from '../../ui/parts.tsx';
import type { Wallet } from '../page-state.ts';
import { type Frame, Noticed, type Screen } from '../parts.tsx';

/** The wallets that announced themselves. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages } = frame;
  const { wallets, tron } = state;
  const none = wallets?.length === 0;
  return (
    <>
      <Title>{messages.connect.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.connect.text}</p>
      {wallets === undefined && <p>{messages.connect.input}</p>}
      {none && <p>{tron ? messages.connect.tron : messages.connect.none}</p>}
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
      {frame.config.testWallets !== undefined && (
        <p class="fine after">{messages.connect.testWalletNote}</p>
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
