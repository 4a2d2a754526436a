import { Secondary, Waiting } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';
import { loadedWalletConnect } from '../walletconnect-part.ts';

/** The wallet shows a request to share its address, or the page a code by which one connects. */
export const Connecting: LaterScreen<'connecting'> = ({ state, frame }) => {
  const part = loadedWalletConnect();
  if (part?.isWalletConnect(state.wallet)) return <part.Pairing frame={frame} />;
  return (
    <>
      <Waiting text={frame.messages.connecting.title(state.wallet.name)} />
      <p>{frame.messages.connecting.text}</p>
      <Secondary onClick={() => frame.dispatch({ type: 'other_wallet' })}>
        {frame.messages.back}
      </Secondary>
    </>
  );
};
