import { Waiting } from '../../ui/parts.tsx';
import { type LaterScreen, Noticed } from '../parts.tsx';

/** The wallet is checked, or the calldata is fetched and then checked. */
export const Preparing: LaterScreen<'asking' | 'preparing'> = ({ state, frame }) => (
  <>
    <Noticed state={state} frame={frame} />
    <Waiting text={frame.messages[state.at]} />
  </>
);
