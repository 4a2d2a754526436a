import type { ReactElement } from 'react';
import { signInMessages as messages } from '../messages/en-sign-in.ts';
import { teamMessages } from '../messages/en-team.ts';
import { SignIn } from '../sign-in/sign-in.tsx';
import { InvitationOffer, tokenInAddress } from '../team/invitation-offer.tsx';
import { Page } from '../ui/page.tsx';

/** The page of who is not signed in, at any address; afterwards the page of that address is shown. */
export function SignInPage(): ReactElement {
  return (
    <main className="mx-auto w-full max-w-lg p-4 pt-8 sm:pt-12">
      <div className="rounded-xl border border-line bg-card p-5 sm:p-8">
        <Page title={messages.title} lead={messages.lead}>
          {location.pathname === '/invitation' && <Invited />}
          <SignIn />
        </Page>
      </div>
    </main>
  );
}

/** What an invitation offers to who is not signed in yet. */
function Invited(): ReactElement {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-soft px-4 py-3">
      <InvitationOffer token={tokenInAddress()}>
        <p className="font-medium">{teamMessages.invitation.signIn}</p>
      </InvitationOffer>
    </div>
  );
}
