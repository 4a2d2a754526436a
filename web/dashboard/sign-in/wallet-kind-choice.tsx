import type { ReactElement } from 'react';
import { config } from '../config.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import type { WalletKind } from './wallets.ts';

const messages = signInMessages.wallet.kinds;

const KINDS = ['evm', 'tron'] as const satisfies readonly WalletKind[];

/** Where one can be paid on Tron its wallets sign in too. */
const hasTron = config.networks.some(({ id }) => id === 'tron');

interface Props {
  readonly kind: WalletKind;
  readonly onKind: (kind: WalletKind) => void;
  readonly isBusy: boolean;
}

/** The choice between the kinds of wallets, where there are several. */
export function WalletKindChoice({ kind, onKind, isBusy }: Props): ReactElement | null {
  if (!hasTron) return null;
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-soft p-1">
      <legend className="sr-only">{messages.label}</legend>
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
            disabled={isBusy}
            onChange={() => onKind(one)}
          />
          {messages[one]}
        </label>
      ))}
    </fieldset>
  );
}
