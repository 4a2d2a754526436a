import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { OrchestratorKey } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const messages = orchestratorMessages.keys;

const STYLES = { active: 'good', expired: 'plain', revoked: 'stop' } as const;

/** So long the replaced key still works. */
const OVERLAP_SECONDS = 86_400;

interface Props {
  readonly keys: readonly OrchestratorKey[];
  readonly onSecret: (secret: string) => void;
}

/** The keys of an orchestrator, a new one with overlap, and their end. */
export function OrchestratorKeys({ keys, onSecret }: Props): ReactElement {
  const rotate = useChange(
    async (header) => {
      const body = { overlapSeconds: OVERLAP_SECONDS };
      const made = await answerOf(
        api.POST('/v2/orchestrators/keys/rotate', { params: { header }, body }),
      );
      onSecret(made.rawKey);
    },
    ['orchestrator'],
  );
  return (
    <Card
      title={messages.title}
      actions={
        <Allowed to="rotateOrchestratorKey">
          <Confirm
            label={messages.rotate}
            title={messages.rotateTitle}
            text={messages.rotateText}
            onConfirm={() => rotate.mutateAsync()}
            isBusy={rotate.isPending}
            error={rotate.error}
          />
        </Allowed>
      }
    >
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      <ul>
        {keys.map((key) => (
          <Row key={key.id} orchestratorKey={key} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ orchestratorKey }: { readonly orchestratorKey: OrchestratorKey }): ReactElement {
  const { id, keyPrefix, status, createdAt, lastUsedAt, expiresAt } = orchestratorKey;
  const revoke = useChange(
    (header) =>
      answerOf(api.DELETE('/v2/orchestrators/keys/{id}', { params: { path: { id }, header } })),
    ['orchestrator'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono wrap-anywhere">{keyPrefix}…</code>
          <Badge kind={STYLES[status]}>{messages.statuses[status]}</Badge>
        </p>
        <p className="text-sm text-muted">
          {messages.created} <Time at={createdAt} /> · {messages.used}{' '}
          {typeof lastUsedAt === 'string' ? <Time at={lastUsedAt} /> : messages.never}
          {typeof expiresAt === 'string' && (
            <>
              {' '}
              · {messages.expires} <Time at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {status === 'active' && (
        <Allowed to="revokeOrchestratorKey">
          <Confirm
            label={messages.revoke}
            kind="danger"
            title={messages.revokeTitle(keyPrefix)}
            text={messages.revokeText}
            typed={keyPrefix}
            onConfirm={() => revoke.mutateAsync()}
            isBusy={revoke.isPending}
            error={revoke.error}
          />
        </Allowed>
      )}
    </li>
  );
}
