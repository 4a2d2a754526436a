import type { ReactElement } from 'react';
import { signInMessages as messages } from '../messages/en-sign-in.ts';
import { SignIn } from '../sign-in/sign-in.tsx';
import { Page } from '../ui/page.tsx';

/** The page of who is not signed in, at any address; afterwards the page of that address is shown. */
export function SignInPage(): ReactElement {
  return (
    <main className="mx-auto w-full max-w-lg p-4 pt-8 sm:pt-12">
      <div className="rounded-xl border border-line bg-card p-5 sm:p-8">
        <Page title={messages.title} lead={messages.lead}>
          <SignIn />
        </Page>
      </div>
    </main>
  );
}
