import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { config } from '../config.ts';
import { signInMessages as messages } from '../messages/en-sign-in.ts';
import { readSession, sessionQuery } from '../session/session.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import { WalletSignIn } from './wallet-sign-in.tsx';

interface Props {
  /** The account whose page is open behind; another one begins with a page of its own. */
  readonly accountId?: string;
}

/** The ways to sign in; reads who is signed in once one of them has worked. */
export function SignIn({ accountId }: Props): ReactElement {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const walletTitle = useId();
  const emailTitle = useId();
  const done = async () => {
    const session = await readSession();
    if (accountId !== undefined && session !== null && session.accountId !== accountId) {
      location.assign('/');
      return;
    }
    queries.setQueryData(sessionQuery.queryKey, session);
    // What was refused for want of a session may be read now.
    await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <div className="grid gap-8">
      <section aria-labelledby={walletTitle}>
        <h2 id={walletTitle} className="text-lg font-semibold">
          {messages.wallet.title}
        </h2>
        <p className="mb-3 text-muted">{messages.wallet.text}</p>
        <WalletSignIn onDone={done} isBusy={isBusy} setBusy={setBusy} />
      </section>
      <section aria-labelledby={emailTitle} className="border-t border-line pt-6">
        <h2 id={emailTitle} className="mb-2 text-lg font-semibold">
          {messages.email.title}
        </h2>
        {config.mode === 'sandbox' && <p className="mb-3 text-muted">{messages.sandbox}</p>}
        <EmailSignIn onDone={done} isBusy={isBusy} setBusy={setBusy} />
      </section>
    </div>
  );
}
