import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { clientIdsQuery } from '../api/queries.ts';
import type { ClientIdSummary } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { keyMessages } from '../messages/en-keys.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { ClientIdChange } from './client-id-change.tsx';
import { type ClientIdDraft, newBodyOf } from './client-id-draft.ts';
import { ClientIdForm } from './client-id-form.tsx';
import { ClientIdSwitch } from './client-id-switch.tsx';

const messages = keyMessages.clientIds;

const STYLES = { active: 'good', inactive: 'plain', revoked: 'stop' } as const;

const NOTHING: ClientIdDraft = {
  label: '',
  domains: '',
  feePercentage: '',
  feeAddress: '',
  payeeDestinationId: '',
  canPayAnyPayee: false,
};

/** The client IDs of the account, a new one, and their change and end. */
export function ClientIds(): ReactElement {
  const clientIds = useQuery(clientIdsQuery);
  return (
    <>
      <Loaded of={clientIds}>
        {(list) =>
          list.length === 0 ? (
            <Empty {...messages.empty} />
          ) : (
            <ul>
              {list.map((clientId) => (
                <Row key={clientId.id} clientId={clientId} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Allowed to="createClientIdV1">
        <NewClientId />
      </Allowed>
    </>
  );
}

function NewClientId(): ReactElement {
  const [draft, setDraft] = useState(NOTHING);
  const create = useChange(
    async (header, input: ClientIdDraft) => {
      const body = newBodyOf(input);
      await answerOf(auth.POST('/v1/client-ids', { params: { header }, body }));
      setDraft(NOTHING);
    },
    ['client-ids'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(draft);
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-3">
      <h3 className="font-semibold">{messages.create}</h3>
      <ClientIdForm draft={draft} onDraft={setDraft} error={create.error} />
      <Button type="submit" busy={create.isPending} className="justify-self-start">
        {messages.submit}
      </Button>
    </form>
  );
}

function Row({ clientId }: { readonly clientId: ClientIdSummary }): ReactElement {
  const [isChanging, setChanging] = useState(false);
  const { id, label, allowedDomains, status, createdAt, lastUsedAt, rateTier } = clientId;
  const revoke = useChange(
    (header) => answerOf(auth.DELETE('/v1/client-ids/{id}', { params: { path: { id }, header } })),
    ['client-ids'],
  );
  const shown = plainText(label);
  return (
    <li className="grid gap-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {shown} <Badge kind={STYLES[status]}>{messages.statuses[status]}</Badge>
      </p>
      <Code text={clientId.clientId} what={messages.what} />
      <p className="text-sm text-muted wrap-anywhere">
        {allowedDomains.length === 0
          ? messages.noDomains
          : allowedDomains.map(plainText).join(', ')}
      </p>
      {clientId.payeeDestinationId !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          {messages.paysTo} {clientId.payeeDestinationId}
        </p>
      )}
      <p className="text-sm text-muted">
        {keyMessages.created} <Time at={createdAt} /> · {keyMessages.used}{' '}
        {lastUsedAt === null ? keyMessages.never : <Time at={lastUsedAt} />} ·{' '}
        <span title={messages.tierHint}>{messages.tiers[rateTier]}</span>
      </p>
      {isChanging && <ClientIdChange id={id} onDone={() => setChanging(false)} />}
      {status !== 'revoked' && !isChanging && (
        <div className="flex flex-wrap gap-2">
          <Allowed to="updateClientIdV1">
            <Button onClick={() => setChanging(true)}>{messages.rename}</Button>
            <ClientIdSwitch id={id} label={shown} isActive={status === 'active'} />
          </Allowed>
          <Allowed to="revokeClientIdV1">
            <Confirm
              label={keyMessages.revoke}
              kind="danger"
              title={messages.revokeTitle(shown)}
              text={messages.revokeText}
              typed={shown.trim()}
              onConfirm={() => revoke.mutateAsync()}
              isBusy={revoke.isPending}
              error={revoke.error}
            />
          </Allowed>
        </div>
      )}
    </li>
  );
}
