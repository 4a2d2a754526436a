import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { teamMessages } from '../messages/en-team.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { openAccount } from './account-change.ts';
import { InvitationOffer, tokenInAddress } from './invitation-offer.tsx';

const messages = teamMessages.invitation;

/** What an invitation offers to who is signed in, and joining the account. */
export function Invitation(): ReactElement {
  const [token] = useState(tokenInAddress);
  const { data: session } = useQuery(sessionQuery);
  const [joined, setJoined] = useState<string>();
  const join = useMutation({
    mutationFn: async () => {
      const accountId =
        joined ??
        (await answerOf(auth.POST('/v1/invitations/accept', { body: { token } }))).accountId;
      // Opening it may fail by itself; the invitation is used up by then.
      setJoined(accountId);
      await openAccount(accountId);
    },
  });
  const who = session?.email ?? session?.walletAddress ?? '';
  return (
    <Page title={messages.title}>
      <Card>
        <div className="grid max-w-prose gap-4">
          <InvitationOffer token={token} isUsed={joined !== undefined}>
            <p className="text-muted wrap-anywhere">{messages.signedInAs(who)}</p>
            {joined !== undefined && <Notice kind="good">{messages.joined}</Notice>}
            <Refused error={join.error} />
            <Button
              kind="primary"
              busy={join.isPending}
              onClick={() => join.mutate()}
              className="justify-self-start"
            >
              {joined === undefined ? messages.accept : messages.open}
            </Button>
          </InvitationOffer>
        </div>
      </Card>
    </Page>
  );
}
