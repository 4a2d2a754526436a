import { sameAddress } from '../../ui/address.ts';
import { Address } from '../../ui/parts.tsx';
import { billedMessages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { hasFeesLeft } from '../steps.ts';

/** The other accounts that the wallet shows to this page. Choosing one prepares the payment for it; no other wallet is called. */
export function OtherAccounts(props: {
  readonly state: At<'review' | 'short' | 'no_gas'>;
  readonly frame: LaterFrame;
}) {
  const { state, frame } = props;
  const { accounts = [], address: chosen } = state.payer;
  const others = accounts.filter((account) => !sameAddress(account, chosen));
  // Fees are signed by the account that paid.
  if (others.length === 0 || hasFeesLeft(state)) return null;
  return (
    <details class="other-ways">
      <summary>{billedMessages.otherAccounts}</summary>
      <ul class="wallets">
        {others.map((address) => (
          <li key={address}>
            <button
              type="button"
              class="secondary"
              onClick={() => frame.dispatch({ type: 'account_changed', address })}
            >
              <Address address={address} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
