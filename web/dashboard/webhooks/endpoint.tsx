import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import type { Webhook } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Time } from '../ui/time.tsx';
import { FailingNotice } from './failing-notice.tsx';

const messages = webhookMessages.endpoint;

/** Both secrets sign for so long, which a server needs to take the new one. */
const OVERLAP_SECONDS = 86_400;

/** An endpoint, whether it takes what it is sent, and what can be done with it. */
export function Endpoint({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { id, url, isActive, createdAt, switchedOffBy } = webhook;
  const rotate = useRotation(id);
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 font-mono font-semibold wrap-anywhere">{plainText(url)}</h2>
        {isActive && <Badge kind="good">{messages.active}</Badge>}
        {!isActive && (
          <Badge kind={switchedOffBy === 'failures' ? 'stop' : 'plain'}>
            {switchedOffBy === 'failures' ? messages.offByFailures : messages.off}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-muted">
        {messages.added} <Time at={createdAt} />
      </p>
      <div className="mt-3 empty:hidden">
        <FailingNotice webhook={webhook} />
      </div>
      {rotate.data !== undefined && (
        <div className="mt-3">
          <Secret
            what={webhookMessages.add.secret}
            secret={rotate.data.secret}
            fileName={`webhook-${id}.txt`}
            onDone={rotate.reset}
          />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId: id }}
          className={buttonStyle('primary')}
        >
          {messages.log}
        </Link>
        <Allowed to="toggleWebhook">
          <Toggle webhook={webhook} />
        </Allowed>
        <Allowed to="rotateWebhookSecretV1">
          <Confirm
            label={messages.rotate}
            title={messages.rotateTitle}
            text={messages.rotateText}
            onConfirm={() => rotate.mutateAsync()}
            isBusy={rotate.isPending}
            error={rotate.error}
          />
        </Allowed>
        <Allowed to="removeWebhook">
          <Remove id={id} url={url} />
        </Allowed>
      </div>
    </Card>
  );
}

function useRotation(webhookId: string) {
  return useChange(
    (header) =>
      answerOf(
        auth.POST('/v1/webhook/{webhookId}/rotate-secret', {
          params: { path: { webhookId }, header },
          body: { overlapSeconds: OVERLAP_SECONDS },
        }),
      ),
    ['webhooks'],
  );
}

function Toggle({ webhook: { id, isActive } }: { readonly webhook: Webhook }): ReactElement {
  const toggle = useChange(
    (header) =>
      answerOf(
        auth.PUT('/v1/webhook/{webhookId}', { params: { path: { webhookId: id }, header } }),
      ),
    ['webhooks'],
  );
  if (isActive) {
    return (
      <Confirm
        label={messages.switchOff}
        title={messages.switchOffTitle}
        text={messages.switchOffText}
        onConfirm={() => toggle.mutateAsync()}
        isBusy={toggle.isPending}
        error={toggle.error}
      />
    );
  }
  return (
    <>
      <Button onClick={() => toggle.mutate()} busy={toggle.isPending}>
        {messages.switchOn}
      </Button>
      <Refused error={toggle.error} />
    </>
  );
}

function Remove({ id, url }: { readonly id: string; readonly url: string }): ReactElement {
  const remove = useChange(
    (header) =>
      answerOf(
        auth.DELETE('/v1/webhook/{webhookId}', { params: { path: { webhookId: id }, header } }),
      ),
    ['webhooks'],
  );
  return (
    <Confirm
      label={messages.remove}
      kind="danger"
      title={messages.removeTitle}
      text={messages.removeText(plainText(url))}
      onConfirm={() => remove.mutateAsync()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}
