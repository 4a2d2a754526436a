import { Waiting } from '../../ui/parts.tsx';
import { type LaterScreen, Noticed } from '../parts.tsx';

/** The calldata is fetched and then checked. */
export const Preparing: LaterScreen<'preparing'> = ({ state, frame }) => (
  <>
    <Noticed state={state} frame={frame} />
    <Waiting text={frame.messages.preparing} />
  </>
);
