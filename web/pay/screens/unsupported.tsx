import { Plain } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** A kind of payment, network or token that this page cannot pay. */
export const Unsupported: LaterScreen<'unsupported'> = ({ state, frame }) =>
  frame.more?.({ state, frame }) ?? <Plain about={frame.messages.unsupported} />;
