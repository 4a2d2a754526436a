import { Secondary, Waiting } from '../../ui/parts.tsx';
import type { Screen } from '../parts.tsx';

/** The wallet shows a request to share its address. */
export const Connecting: Screen<'connecting'> = ({ state, frame }) => (
  <>
    <Waiting text={frame.messages.connecting.title(state.wallet.name)} />
    <p>{frame.messages.connecting.text}</p>
    <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{frame.messages.back}</Secondary>
  </>
);
