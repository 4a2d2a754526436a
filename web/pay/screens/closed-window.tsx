import { billedMessages } from '../messages/en/billed.ts';

/**
 * The way on after the window of a wallet was closed, which never answers its request then. The page is loaded
 * again: what this browser stored before the request says where the payer is, and warns of what may still be open.
 *
 * It may appear where the button to pay was: the second press of a double click is not meant for it.
 */
export function ClosedWindow() {
  return (
    <button
      type="button"
      class="secondary closed-window"
      onClick={({ detail }) => {
        if (detail < 2) location.reload();
      }}
    >
      {billedMessages.signing.closedWindow}
    </button>
  );
}
