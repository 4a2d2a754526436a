import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { apiKeysQuery } from '../api/queries.ts';
import type { ApiKey } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { keyMessages } from '../messages/en-keys.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Time } from '../ui/time.tsx';

const messages = keyMessages.apiKeys;

const STYLES = { active: 'good', expiring: 'warn', expired: 'plain', revoked: 'stop' } as const;

/** So long the replaced key still works. */
const OVERLAP_SECONDS = 86_400;

/** The keys of servers: how they are used, a new one, and their end. */
export function ApiKeys(): ReactElement {
  const keys = useQuery(apiKeysQuery);
  const [secret, setSecret] = useState<string>();
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      {secret !== undefined && (
        <div className="mb-4">
          <Secret
            what={messages.what}
            secret={secret}
            fileName="florin-api-key.txt"
            onDone={() => setSecret(undefined)}
          />
        </div>
      )}
      <Loaded of={keys}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <Empty {...messages.empty} />
          ) : (
            <ul>
              {apiKeys.map((key) => (
                <Row key={key.id} apiKey={key} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Allowed to="createApiKey">
        <NewKey onSecret={setSecret} />
      </Allowed>
    </Card>
  );
}

interface RowProps {
  readonly apiKey: ApiKey;
  readonly onSecret: (secret: string) => void;
}

function Row({ apiKey, onSecret }: RowProps): ReactElement {
  const { id, label, prefix, status, createdAt, lastUsedAt, expiresAt } = apiKey;
  const path = { id };
  const rotate = useChange(
    async (header) => {
      const body = { overlapSeconds: OVERLAP_SECONDS };
      const replaced = await answerOf(
        auth.POST('/v1/api-keys/{id}/rotate', { params: { path, header }, body }),
      );
      onSecret(replaced.apiKey);
    },
    ['api-keys'],
  );
  const revoke = useChange(
    (header) => answerOf(auth.DELETE('/v1/api-keys/{id}', { params: { path, header } })),
    ['api-keys'],
  );
  const shown = plainText(label);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {shown} <Badge kind={STYLES[status]}>{messages.statuses[status]}</Badge>
        </p>
        <p className="text-sm text-muted">
          <code className="font-mono">{prefix}…</code> · {keyMessages.created}{' '}
          <Time at={createdAt} /> · {keyMessages.used}{' '}
          {lastUsedAt === null ? keyMessages.never : <Time at={lastUsedAt} />}
          {expiresAt !== null && (
            <>
              {' '}
              · {keyMessages.expires} <Time at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {(status === 'active' || status === 'expiring') && (
        <div className="flex flex-wrap gap-2">
          {status === 'active' && (
            <Allowed to="rotateApiKey">
              <Confirm
                label={messages.rotate}
                title={messages.rotateTitle}
                text={messages.rotateText}
                onConfirm={() => rotate.mutateAsync()}
                isBusy={rotate.isPending}
                error={rotate.error}
              />
            </Allowed>
          )}
          <Allowed to="revokeApiKey">
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

function NewKey({ onSecret }: Pick<RowProps, 'onSecret'>): ReactElement {
  const [label, setLabel] = useState('');
  const create = useChange(
    async (header, input: string) => {
      const created = await answerOf(
        auth.POST('/v1/api-keys', { params: { header }, body: { label: input } }),
      );
      onSecret(created.apiKey);
      setLabel('');
    },
    ['api-keys'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(label.trim());
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-3">
      <h3 className="font-semibold">{messages.create}</h3>
      <TextField
        label={messages.label}
        hint={messages.hint}
        required
        maxLength={100}
        value={label}
        onText={setLabel}
      />
      <Refused error={create.error} />
      <Button type="submit" busy={create.isPending} className="justify-self-start">
        {messages.submit}
      </Button>
    </form>
  );
}
