import { Address } from '../../ui/parts.tsx';
import type { LookAlike } from '../look-alikes.ts';
import { billedWords } from '../words/en-billed.ts';

/** So many are named; a payer who has read these will not read more. */
const SHOWN_MAX = 5;

/** The warning that a payee could be taken for somebody else; paying needs no further click. */
export function LookAlikes({ found }: { readonly found: readonly LookAlike[] }) {
  if (found.length === 0) return null;
  const words = billedWords.lookAlike;
  return (
    <div class="stop" role="alert">
      <h3>{words.title}</h3>
      {found.slice(0, SHOWN_MAX).map(({ address, other, kind }) => (
        <div key={`${kind}${address}`}>
          <p>{words[kind].text}</p>
          <p>
            {words[kind].address} <Address address={address} />
          </p>
          <p>
            {words[kind].other} <Address address={other} />
          </p>
        </div>
      ))}
      {found.length > SHOWN_MAX && <p>{words.more(found.length - SHOWN_MAX)}</p>}
      <p>{words.hint}</p>
    </div>
  );
}
