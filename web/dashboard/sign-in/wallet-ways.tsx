import { type ReactElement, useState } from 'react';
import { config } from '../config.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Text } from '../ui/text.tsx';
import { WalletSignIn } from './wallet-sign-in.tsx';
import type { WalletKind } from './wallets.ts';
import type { Way } from './way.ts';

const messages = signInMessages.wallet;

const KINDS = ['evm', 'tron'] as const satisfies readonly WalletKind[];

/** Where one can be paid on Tron its wallets sign in too. */
const hasTron = config.networks.some(({ id }) => id === 'tron');

/** Sign-in by a wallet of either kind, and what it is going to show, explained before it does. */
export function WalletWays(way: Way): ReactElement {
  const [kind, setKind] = useState<WalletKind>('evm');
  return (
    <div className="grid gap-3">
      {hasTron && (
        <fieldset className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-soft p-1">
          <legend className="sr-only">{messages.kinds.label}</legend>
          {KINDS.map((one) => (
            <label
              key={one}
              className="flex min-h-11 cursor-pointer items-center justify-center rounded-md px-3 font-medium has-checked:bg-card has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="kind"
                className="sr-only"
                checked={kind === one}
                disabled={way.isBusy}
                onChange={() => setKind(one)}
              />
              {messages.kinds[one]}
            </label>
          ))}
        </fieldset>
      )}
      <WalletSignIn key={kind} kind={kind} {...way} />
      <details className="rounded-lg border border-line px-3 py-2">
        <summary className="min-h-6 font-medium">{messages.shows}</summary>
        <p className="my-2 text-muted">{messages.explained(location.host)}</p>
        <Text
          title={messages.sample}
          text={messages.message(
            location.host,
            location.origin,
            kind === 'tron' ? 'Tron' : 'Ethereum',
          )}
        />
      </details>
    </div>
  );
}
