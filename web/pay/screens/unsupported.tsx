import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** A kind of payment, network or token that this page cannot pay. */
export const Unsupported: LaterScreen<'unsupported'> = ({ state, frame }) =>
  frame.more?.({ body: state.body, frame }) ?? (
    <>
      <Title>{frame.messages.unsupported.title}</Title>
      <p>{frame.messages.unsupported.text}</p>
    </>
  );
