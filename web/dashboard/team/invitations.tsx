import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { teamMessages } from '../messages/en-team.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Time } from '../ui/time.tsx';
import { invitationsQuery, ROLES, type Role } from './queries.ts';

const messages = teamMessages.invitations;

type Invitation = components['schemas']['Invitation'];

/** Who was invited and has not come yet, and a new link. */
export function Invitations(): ReactElement {
  const invitations = useQuery(invitationsQuery);
  const [link, setLink] = useState<string>();
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      {link !== undefined && (
        <div className="mb-4">
          <Secret
            what={messages.what}
            secret={link}
            fileName="florin-invitation.txt"
            onDone={() => setLink(undefined)}
          />
        </div>
      )}
      <Loaded of={invitations}>
        {({ invitations: list }) =>
          list.length === 0 ? (
            <Empty {...messages.empty} />
          ) : (
            <ul>
              {list.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewInvitation onLink={setLink} />
    </Card>
  );
}

function Row({ invitation }: { readonly invitation: Invitation }): ReactElement {
  const { id, label, role, expiresAt } = invitation;
  const shown = plainText(label);
  const revoke = useChange(
    (header) => answerOf(auth.DELETE('/v1/invitations/{id}', { params: { path: { id }, header } })),
    ['invitations'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {shown} <Badge kind="plain">{teamMessages.roles[role]}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">
          {messages.expires} <Time at={expiresAt} />
        </p>
      </div>
      <Confirm
        label={messages.revoke}
        kind="danger"
        title={messages.revokeTitle(shown)}
        text={messages.revokeText}
        onConfirm={() => revoke.mutateAsync()}
        isBusy={revoke.isPending}
        error={revoke.error}
      />
    </li>
  );
}

function NewInvitation({ onLink }: { readonly onLink: (link: string) => void }): ReactElement {
  const [label, setLabel] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useChange(
    async (header) => {
      const body = { label: label.trim(), role };
      const made = await answerOf(auth.POST('/v1/invitations', { params: { header }, body }));
      onLink(made.url ?? `${location.origin}/invitation#${made.token}`);
      setLabel('');
    },
    ['invitations'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-3">
      <h3 className="font-semibold">{messages.invite}</h3>
      <TextField
        label={messages.label}
        hint={messages.labelHint}
        required
        maxLength={100}
        value={label}
        onText={setLabel}
      />
      <SelectField
        label={teamMessages.members.role}
        hint={teamMessages.rights[role]}
        value={role}
        options={ROLES.map((one) => [one, teamMessages.roles[one]] as const)}
        onText={(text) => setRole(ROLES.find((one) => one === text) ?? 'viewer')}
      />
      <Refused error={invite.error} />
      <Button type="submit" busy={invite.isPending} className="justify-self-start">
        {messages.submit}
      </Button>
    </form>
  );
}
