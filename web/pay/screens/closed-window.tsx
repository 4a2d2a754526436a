import { Secondary } from '../../ui/parts.tsx';
import { billedMessages } from '../messages/en-billed.ts';

/**
 * The way on after the window of a wallet was closed, which never answers its request then. The page is loaded
 * again: what this browser stored before the request says where the payer is, and warns of what may still be open.
 */
export function ClosedWindow() {
  return (
    <Secondary onClick={() => location.reload()}>{billedMessages.signing.closedWindow}</Secondary>
  );
}
