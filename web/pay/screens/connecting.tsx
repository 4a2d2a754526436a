import { Busy, Secondary, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The wallet was asked whether the page may see its address. */
export const Connecting: LaterScreen<'connecting'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.connecting.title(visit.wallet.name)}
    </Title>
    <p>{frame.words.connecting.text}</p>
    <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>{frame.words.back}</Secondary>
  </>
);
