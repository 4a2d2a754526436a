import { Title } from '../../ui/parts.tsx';
import type { LaterScreen } from '../parts.tsx';

/** A kind of payment, network or token that this page cannot pay. */
export const Unsupported: LaterScreen<'unsupported'> = ({ visit, frame }) =>
  frame.more?.({ body: visit.body, frame }) ?? (
    <>
      <Title>{frame.words.unsupported.title}</Title>
      <p>{frame.words.unsupported.text}</p>
    </>
  );
