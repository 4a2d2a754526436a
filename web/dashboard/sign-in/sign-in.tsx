import { type ReactElement, useId, useState } from 'react';
import type { PendingSignIn } from '../api/shapes.ts';
import { config } from '../config.ts';
import { signInMessages as messages } from '../messages/en-sign-in.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import { SecondStep } from './second-step.tsx';
import { useSignedIn } from './use-signed-in.ts';
import { WalletWays } from './wallet-ways.tsx';

interface Props {
  /** The account whose page is open behind; another one begins with a page of its own. */
  readonly accountId?: string;
}

/** The ways to sign in; reads who is signed in once one of them has worked. */
export function SignIn({ accountId }: Props): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const [pending, setPending] = useState<PendingSignIn>();
  const walletTitle = useId();
  const emailTitle = useId();
  const onDone = useSignedIn(accountId);
  if (pending !== undefined) {
    const onBack = () => setPending(undefined);
    return <SecondStep {...{ pending, onBack, onDone, isBusy, setBusy }} />;
  }
  return (
    <div className="grid gap-8">
      <section aria-labelledby={walletTitle}>
        <h2 id={walletTitle} className="text-lg font-semibold">
          {messages.wallet.title}
        </h2>
        <p className="mb-3 text-muted">{messages.wallet.text}</p>
        <WalletWays onDone={onDone} isBusy={isBusy} setBusy={setBusy} />
      </section>
      <section aria-labelledby={emailTitle} className="border-t border-line pt-6">
        <h2 id={emailTitle} className="mb-2 text-lg font-semibold">
          {messages.email.title}
        </h2>
        {config.mode === 'sandbox' && <p className="mb-3 text-muted">{messages.sandbox}</p>}
        <EmailSignIn onPending={setPending} {...{ onDone, isBusy, setBusy }} />
      </section>
    </div>
  );
}
