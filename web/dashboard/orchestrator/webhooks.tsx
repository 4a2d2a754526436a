import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, api } from '../api/client.ts';
import { orchestratorWebhooksQuery } from '../api/queries.ts';
import type { Webhook } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Time } from '../ui/time.tsx';
import { AddEndpoint } from '../webhooks/add-endpoint.tsx';
import { FailingNotice } from '../webhooks/failing-notice.tsx';

const messages = orchestratorMessages.webhooks;
const texts = webhookMessages.endpoint;

const CHANGES = ['orchestrator-webhooks'];

/** Both secrets sign for so long, which a server needs to take the new one. */
const OVERLAP_SECONDS = 86_400;

/** Where the events of the platforms are sent, a new endpoint, and a test. */
export function OrchestratorWebhooks(): ReactElement {
  const webhooks = useQuery(orchestratorWebhooksQuery);
  return (
    <>
      <Card title={messages.title}>
        <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
        <Loaded of={webhooks}>
          {(page) =>
            page === null || page.webhooks.length === 0 ? (
              <Empty {...messages.empty} />
            ) : (
              <>
                <ul>
                  {page.webhooks.map((webhook) => (
                    <Row key={webhook.id} webhook={webhook} />
                  ))}
                </ul>
                {page.webhooks.some(({ isActive }) => isActive) && (
                  <Allowed to="testOrchestratorWebhooks">
                    <SendTest />
                  </Allowed>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
      <Allowed to="createOrchestratorWebhook">
        <AddEndpoint
          changes={CHANGES}
          add={async (header, url) => {
            const { webhook, secret } = await answerOf(
              api.POST('/v2/orchestrators/webhooks', { params: { header }, body: { url } }),
            );
            return { id: webhook.id, secret };
          }}
        />
      </Allowed>
    </>
  );
}

function Row({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { id, url, isActive, switchedOffBy, createdAt } = webhook;
  const rotate = useRotation(id);
  return (
    <li className="grid gap-3 border-b border-line py-4 first:pt-0 last:border-0">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 font-mono font-semibold wrap-anywhere">{plainText(url)}</h3>
        {isActive && <Badge kind="good">{texts.active}</Badge>}
        {!isActive && (
          <Badge kind={switchedOffBy === 'failures' ? 'stop' : 'plain'}>
            {switchedOffBy === 'failures' ? texts.offByFailures : texts.off}
          </Badge>
        )}
        <span className="text-sm text-muted">
          {texts.added} <Time at={createdAt} />
        </span>
      </div>
      <FailingNotice webhook={webhook} />
      {rotate.data !== undefined && (
        <Secret
          what={webhookMessages.add.secret}
          secret={rotate.data.secret}
          fileName={`webhook-${id}.txt`}
          onDone={rotate.reset}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/orchestrator/webhooks/$webhookId"
          params={{ webhookId: id }}
          className={buttonStyle('secondary')}
        >
          {texts.log}
        </Link>
        <Allowed to="deactivateOrchestratorWebhook">
          {isActive ? <SwitchOff id={id} /> : <SwitchOn id={id} />}
        </Allowed>
        <Allowed to="rotateWebhookSecret">
          <Confirm
            label={texts.rotate}
            title={texts.rotateTitle}
            text={texts.rotateText}
            onConfirm={() => rotate.mutateAsync()}
            isBusy={rotate.isPending}
            error={rotate.error}
          />
        </Allowed>
      </div>
    </li>
  );
}

function useRotation(id: string) {
  return useChange(
    (header) =>
      answerOf(
        api.POST('/v2/orchestrators/webhooks/{id}/rotate-secret', {
          params: { path: { id }, header },
          body: { overlapSeconds: OVERLAP_SECONDS },
        }),
      ),
    CHANGES,
  );
}

function SwitchOff({ id }: Pick<Webhook, 'id'>): ReactElement {
  const off = useChange(
    (header) =>
      answerOf(api.DELETE('/v2/orchestrators/webhooks/{id}', { params: { path: { id }, header } })),
    CHANGES,
  );
  return (
    <Confirm
      label={texts.switchOff}
      title={texts.switchOffTitle}
      text={texts.switchOffText}
      onConfirm={() => off.mutateAsync()}
      isBusy={off.isPending}
      error={off.error}
    />
  );
}

function SwitchOn({ id }: Pick<Webhook, 'id'>): ReactElement {
  const on = useChange(
    (header) =>
      answerOf(api.PATCH('/v2/orchestrators/webhooks/{id}', { params: { path: { id }, header } })),
    CHANGES,
  );
  return (
    <>
      <Button onClick={() => on.mutate()} busy={on.isPending}>
        {texts.switchOn}
      </Button>
      <Refused error={on.error} />
    </>
  );
}

/** Sends what a platform that linked causes; the answer waits for the endpoints. */
function SendTest(): ReactElement {
  const test = useChange(
    () =>
      answerOf(
        api.POST('/v2/orchestrators/webhooks/test', { body: { eventType: 'client_id.linked' } }),
      ),
    CHANGES,
  );
  return (
    <div className="mt-4 grid justify-items-start gap-3 border-t border-line pt-4">
      <Button onClick={() => test.mutate()} busy={test.isPending}>
        {messages.test}
      </Button>
      <Refused error={test.error} />
      {test.data !== undefined && (
        <Notice kind={test.data.failed === 0 ? 'good' : 'warn'} live>
          {messages.tested(test.data.sent, test.data.failed)}
        </Notice>
      )}
    </div>
  );
}
