import { Address, Copy, Secondary, Title } from '../../ui/parts.tsx';
import { WalletList } from '../../ui/wallet-list.tsx';
import { offerable } from '../offerable.ts';
import { Bill, Headline, Noticed, type Screen } from '../parts.tsx';

/** The whole schedule, and the wallets that announced themselves. */
export const Connect: Screen<'connect'> = ({ state, frame }) => {
  const { messages, dispatch } = frame;
  const { schedule, purpose } = state;
  const wallets = state.wallets && offerable(frame.config, schedule, state.wallets);
  const none = wallets?.length === 0;
  return (
    <>
      <Headline schedule={schedule} frame={frame} />
      {purpose === 'begin' && <Bill schedule={schedule} frame={frame} />}
      <Title>{messages.connect[purpose]}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.connect.text}</p>
      <p>
        {messages.connect.only} <Address address={schedule.payer} />
      </p>
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
        onPick={(wallet) => dispatch({ type: 'wallet_picked', wallet })}
      />
      {purpose !== 'begin' && (
        <Secondary onClick={() => dispatch({ type: 'back' })}>{messages.back}</Secondary>
      )}
      {frame.config.testWallets !== undefined && (
        <p class="fine after">
          {messages.connect.testWalletNote}
          {!schedule.network.testnet && ` ${messages.connect.sandboxOnly}`}
        </p>
      )}
    </>
  );
};
