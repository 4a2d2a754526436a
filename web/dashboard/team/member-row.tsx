import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { teamMessages } from '../messages/en-team.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';
import { startAnew } from './account-change.ts';
import {
  type Member,
  type MemberDetails,
  memberQuery,
  nameOf,
  ROLES,
  type Role,
} from './queries.ts';

const messages = teamMessages.members;

type Ended = components['schemas']['EndedCredentials'];

interface Props {
  readonly member: Member;
  /** Whether who looks owns the account. */
  readonly canManage: boolean;
  /** Whether who looks may leave: whoever is not the last owner. */
  readonly canLeave: boolean;
  readonly onEnded: (ended: Ended) => void;
}

/** A member: who it is, since when and as what; to owners how that is changed. */
export function MemberRow({ member, canManage, canLeave, onEnded }: Props): ReactElement {
  const { role, current, joinedAt } = member;
  const who = nameOf(member) ?? teamMessages.noLogin;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {who}
          <Badge kind="plain">{teamMessages.roles[role]}</Badge>
          {current && <Badge kind="good">{teamMessages.you}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {teamMessages.joined} <Time at={joinedAt} /> · {teamMessages.rights[role]}
        </p>
      </div>
      {canManage && !current && (
        <div className="flex flex-wrap gap-2">
          <ChangeRole {...{ member, who, onEnded }} />
          <Remove {...{ member, who, onEnded }} />
        </div>
      )}
      {current && canLeave && <Leave />}
    </li>
  );
}

function Leave(): ReactElement {
  const leave = useMutation({
    mutationFn: async () => await answerOf(auth.POST('/v1/members/leave', {})),
    onSuccess: startAnew,
  });
  return (
    <Confirm
      label={messages.leave}
      kind="danger"
      title={messages.leaveTitle}
      text={messages.leaveText}
      onConfirm={() => leave.mutateAsync()}
      isBusy={leave.isPending}
      error={leave.error}
    />
  );
}

interface ChangeProps extends Pick<Props, 'member' | 'onEnded'> {
  readonly who: string;
}

function ChangeRole({ member, who, onEnded }: ChangeProps): ReactElement {
  const { personId } = member;
  const [role, setRole] = useState<Role>(member.role);
  const change = useChange(
    (header) =>
      answerOf(
        auth.PATCH('/v1/members/{personId}', {
          params: { path: { personId }, header },
          body: { role },
        }),
      ),
    ['members', 'invitations', 'sessions', 'api-keys'],
  );
  const confirm = async () => onEnded((await change.mutateAsync()).ended);
  return (
    <Confirm
      label={messages.change}
      title={messages.changeTitle(who)}
      text={
        <div className="grid gap-3">
          <SelectField
            label={messages.role}
            hint={teamMessages.rights[role]}
            value={role}
            options={ROLES.map((one) => [one, teamMessages.roles[one]] as const)}
            onText={(text) => setRole(ROLES.find((one) => one === text) ?? member.role)}
          />
          <p>{messages.changeText}</p>
        </div>
      }
      onConfirm={confirm}
      isBusy={change.isPending}
      error={change.error}
    />
  );
}

function Remove({ member, who, onEnded }: ChangeProps): ReactElement {
  const { personId } = member;
  const remove = useChange(
    (header) =>
      answerOf(auth.DELETE('/v1/members/{personId}', { params: { path: { personId }, header } })),
    ['members', 'invitations', 'sessions', 'api-keys'],
  );
  const confirm = async () => onEnded((await remove.mutateAsync()).ended);
  return (
    <Confirm
      label={messages.remove}
      kind="danger"
      title={messages.removeTitle(who)}
      text={<WhatEnds personId={personId} />}
      onConfirm={confirm}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}

function WhatEnds({ personId }: { readonly personId: string }): ReactElement {
  const details = useQuery(memberQuery(personId));
  return <Loaded of={details}>{(found) => <EndingList details={found} />}</Loaded>;
}

function EndingList({ details }: { readonly details: MemberDetails }): ReactElement {
  const { sessions, apiKeys, orchestratorKeys, clientIds } = details;
  const hasKeys = apiKeys.length + orchestratorKeys.length > 0;
  return (
    <div className="grid gap-3 text-text">
      <p>{messages.removeText}</p>
      <ul className="list-disc pl-5">
        <li>{messages.membership}</li>
        {sessions > 0 && <li>{messages.sessions(sessions)}</li>}
        {apiKeys.map(({ id, label, prefix, lastUsedAt }) => (
          <li key={id}>
            {messages.apiKey} {plainText(label)} <code className="font-mono">{prefix}…</code>,{' '}
            <Use at={lastUsedAt} />
          </li>
        ))}
        {orchestratorKeys.map(({ id, keyPrefix, lastUsedAt }) => (
          <li key={id}>
            {messages.orchestratorKey} <code className="font-mono">{keyPrefix}…</code>,{' '}
            <Use at={lastUsedAt} />
          </li>
        ))}
      </ul>
      <p className="font-medium">{hasKeys ? messages.keysStop : messages.noKeys}</p>
      {clientIds.length > 0 && (
        <>
          <p>{messages.stays}</p>
          <ul className="list-disc pl-5">
            {clientIds.map(({ id, clientId, label }) => (
              <li key={id}>
                {plainText(label)} <code className="font-mono wrap-anywhere">{clientId}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Use({ at }: { readonly at: string | null }): ReactElement {
  if (at === null) return <>{messages.neverUsed}</>;
  return (
    <>
      {messages.lastUsed} <Time at={at} />
    </>
  );
}
