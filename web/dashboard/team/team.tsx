import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { teamMessages as messages } from '../messages/en-team.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Invitations } from './invitations.tsx';
import { MemberRow } from './member-row.tsx';
import { accountsQuery, membersQuery } from './queries.ts';

/** Who works in the account; owners invite, change roles and remove. */
export function Team(): ReactElement {
  const members = useQuery(membersQuery);
  const { data: session } = useQuery(sessionQuery);
  const [done, setDone] = useState<string>();
  const isOwner = session?.role === 'owner';
  return (
    <Page title={messages.title} lead={messages.lead}>
      {done !== undefined && (
        <Notice kind="good" live>
          {done}
        </Notice>
      )}
      <Card title={messages.members.title}>
        <Loaded of={members}>
          {({ members: list }) => (
            <ul>
              {list.map((member) => (
                <MemberRow
                  key={member.personId}
                  member={member}
                  canManage={isOwner}
                  canLeave={!isOwner || list.filter(({ role }) => role === 'owner').length > 1}
                  onEnded={(ended) => setDone(messages.members.done(ended))}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {isOwner && <Invitations />}
      {isOwner && <AccountName />}
    </Page>
  );
}

function AccountName(): ReactElement {
  const accounts = useQuery(accountsQuery);
  const current = accounts.data?.accounts.find((one) => one.current);
  const [name, setName] = useState<string>();
  const rename = useChange(
    (header, input: string) =>
      answerOf(auth.PATCH('/v1/auth/account', { params: { header }, body: { name: input } })),
    ['accounts'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== undefined) rename.mutate(name.trim(), { onSuccess: () => setName(undefined) });
  };
  return (
    <Card title={messages.account.title}>
      <form onSubmit={submit} className="grid max-w-md gap-3">
        <TextField
          label={messages.account.name}
          hint={messages.account.hint}
          required
          maxLength={100}
          value={name ?? plainText(current?.name ?? '')}
          onText={setName}
        />
        <Refused error={rename.error} />
        <Button
          type="submit"
          busy={rename.isPending}
          disabled={name === undefined}
          className="justify-self-start"
        >
          {messages.account.submit}
        </Button>
      </form>
    </Card>
  );
}
