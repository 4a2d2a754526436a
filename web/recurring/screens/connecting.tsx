import { Secondary, Waiting } from '../../ui/parts.tsx';
import { Headline, type Screen } from '../parts.tsx';

/** The wallet asks whether the page may see its account. */
export const Connecting: Screen<'connecting'> = ({ state, frame }) => (
  <>
    <Headline schedule={state.schedule} frame={frame} />
    <Waiting text={frame.messages.connecting.title(state.wallet.name)} />
    <p>{frame.messages.connecting.text}</p>
    <Secondary onClick={() => frame.dispatch({ type: 'back' })}>{frame.messages.back}</Secondary>
  </>
);
