import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { teamMessages } from '../messages/en-team.ts';
import { Notice } from '../ui/notice.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';
import { invitationQuery } from './queries.ts';

const messages = teamMessages.invitation;

/** The token of the link that opened the page: behind the fragment sign, which no server receives. */
export function tokenInAddress(): string {
  return location.hash.slice(1);
}

interface Props {
  readonly token: string;
  /** Whether it was accepted here, so that it can be read no more. */
  readonly isUsed?: boolean;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** Which account invites, as what and until when; why not, where the invitation opens nothing. */
export function InvitationOffer({ token, isUsed = false, children }: Props): ReactElement {
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' && !isUsed });
  if (token === '') return <Notice kind="warn">{messages.missing}</Notice>;
  if (invitation.data === undefined) {
    if (invitation.error !== null) return <Refused error={invitation.error} />;
    return <p role="status">{messages.reading}</p>;
  }
  const { accountName, role, expiresAt } = invitation.data;
  return (
    <>
      <div>
        <p className="text-lg font-semibold wrap-anywhere">
          {messages.lead(plainText(accountName))}
        </p>
        <p>
          {messages.as(teamMessages.roles[role])}: {teamMessages.rights[role]}
        </p>
        <p className="text-sm text-muted">
          {messages.expires} <Time at={expiresAt} />
        </p>
      </div>
      {children}
    </>
  );
}
