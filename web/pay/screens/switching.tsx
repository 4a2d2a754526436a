import { Waiting } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';
import { ClosedWindow } from './closed-window.tsx';

/** The wallet shows a request to switch its network. */
export const Switching: LaterScreen<'switching'> = ({ state, frame }) => (
  <>
    <Waiting text={frame.messages.switching(state.payer.wallet.name, state.link.network.name)} />
    <p>{frame.messages.switchByHand(state.link.network.name)}</p>
    <ClosedWindow />
  </>
);
