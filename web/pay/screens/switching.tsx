import { Busy, Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** The wallet was asked to switch its network. */
export const Switching: LaterScreen<'switching'> = ({ visit, frame }) => (
  <>
    <Title>
      <Busy />
      {frame.words.switching(visit.payer.wallet.name, visit.link.network.name)}
    </Title>
    <p>{frame.words.switchByHand(visit.link.network.name)}</p>
  </>
);
