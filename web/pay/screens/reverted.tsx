import { Primary, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import { type LaterScreen, Noticed } from '../parts.tsx';

/** A block holds the payment, and the chain refused it. */
export const Reverted: LaterScreen<'reverted'> = ({ state, frame }) => (
  <>
    <Title>{billedMessages.reverted.title}</Title>
    <Noticed state={state} frame={frame} />
    <p>
      {billedMessages.reverted.text} {state.spent === 'part' && billedMessages.reverted.staysPaid}
    </p>
    {state.link.networkId === 'tron' && <p>{billedMessages.reverted.onTron}</p>}
    <p>
      <Explorer link={state.link} hash={state.hash} frame={frame} />
    </p>
    <Primary onClick={() => frame.dispatch({ type: 'retry' })}>
      {billedMessages.reverted.retry}
    </Primary>
  </>
);
