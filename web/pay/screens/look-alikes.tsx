import { Address } from '../../ui/parts.tsx';
import type { LookAlike } from '../look-alikes.ts';
import { billedMessages } from '../messages/en/billed.ts';

/** So many are named; a payer who has read these will not read more. */
const SHOWN_MAX = 5;

/** The warning that a payee could be mistaken for another; paying needs no further click. */
export function LookAlikes({ found }: { readonly found: readonly LookAlike[] }) {
  if (found.length === 0) return null;
  const messages = billedMessages.lookAlike;
  return (
    <div class="stop" role="alert">
      <h3>{messages.title}</h3>
      {found.slice(0, SHOWN_MAX).map(({ address, other, kind }) => (
        <div key={`${kind}${address}`}>
          <p>{messages[kind].text}</p>
          <p>
            {messages[kind].address} <Address address={address} />
          </p>
          <p>
            {messages[kind].other} <Address address={other} />
          </p>
        </div>
      ))}
      {found.length > SHOWN_MAX && <p>{messages.more(found.length - SHOWN_MAX)}</p>}
      <p>{messages.hint}</p>
    </div>
  );
}
