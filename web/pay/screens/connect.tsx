import { Copy, Title } from '../../ui/parts.tsx';
import { type Frame, Noticed, type Screen } from '../parts.tsx';
import type { Wallet } from '../places.ts';

/** The wallets that announced themselves, the last used one first. */
export const Connect: Screen<'connect'> = ({ visit, frame }) => {
  const { words } = frame;
  const { wallets } = visit;
  const none = wallets?.length === 0;
  return (
    <>
      <Title>{words.connect.title}</Title>
      <Noticed visit={visit} frame={frame} />
      {visit.link === undefined && <p>{words.connect.hidden}</p>}
      <noscript>{words.withoutScript}</noscript>
      {wallets === undefined && <p class="needs-script">{words.connect.looking}</p>}
      {none && <p>{words.connect.none}</p>}
      {none && (
        <p>
          {words.connect.copyLink} <Copy text={location.href} frame={frame} />
        </p>
      )}
      <ul class="wallets">
        {wallets?.map((wallet, at) => (
          <li key={wallet.id}>{choice(wallet, frame, at === 0)}</li>
        ))}
      </ul>
      {frame.config.mode === 'sandbox' && (
        <p class="fine after">
          {words.connect.testWalletNote}{' '}
          {visit.link?.network.testnet !== true && words.connect.sandboxOnly}
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
      onClick={() => frame.tell({ type: 'wallet_picked', wallet })}
    >
      {wallet.icon !== undefined && <img src={wallet.icon} alt="" width="28" height="28" />}
      <span>{frame.words.connect.use(wallet.name)}</span>
    </button>
  );
}
