import { Secondary } from '../../ui/parts.tsx';
import { type Screen, Waiting } from '../parts.tsx';

/** The wallet was asked whether the page may see its address. */
export const Connecting: Screen<'connecting'> = ({ visit, frame }) => (
  <>
    <Waiting text={frame.words.connecting.title(visit.wallet.name)} />
    <p>{frame.words.connecting.text}</p>
    <Secondary onClick={() => frame.tell({ type: 'back' })}>{frame.words.back}</Secondary>
  </>
);
