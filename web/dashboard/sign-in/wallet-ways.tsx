import { type ReactElement, useState } from 'react';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Text } from '../ui/text.tsx';
import { WalletKindChoice } from './wallet-kind-choice.tsx';
import { WalletSignIn } from './wallet-sign-in.tsx';
import type { WalletKind } from './wallets.ts';
import type { Way } from './way.ts';

const messages = signInMessages.wallet;

/** Sign-in by a wallet of either kind, and what it is going to show, explained before it does. */
export function WalletWays(way: Way): ReactElement {
  const [kind, setKind] = useState<WalletKind>('evm');
  return (
    <div className="grid gap-3">
      <WalletKindChoice kind={kind} onKind={setKind} isBusy={way.isBusy} />
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
