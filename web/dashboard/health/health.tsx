import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { networkStatesQuery } from '../api/figures.ts';
import { webhooksQuery } from '../api/queries.ts';
import type { NetworkStates, Webhook } from '../api/shapes.ts';
import { healthMessages as messages } from '../messages/en-health.ts';
import { sessionQuery } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

type NetworkState = NetworkStates['networks'][number];

/** Whether payments are seen and reported in time. */
export function Health(): ReactElement {
  const states = useQuery(networkStatesQuery);
  const webhooks = useQuery(webhooksQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        session?.isAdministrator === true ? (
          <Link to="/admin/health" className={buttonStyle('secondary')}>
            {messages.installation}
          </Link>
        ) : undefined
      }
    >
      <Loaded of={states}>{({ networks }) => <Verdict networks={networks} />}</Loaded>
      <Card title={messages.networks.title}>
        <Loaded of={states}>
          {({ networks }) => (
            <ul>
              {networks.map((network) => (
                <Network key={network.network} network={network} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      <Card title={messages.webhooks.title}>
        <Loaded of={webhooks}>{(endpoints) => <Webhooks endpoints={endpoints} />}</Loaded>
      </Card>
    </Page>
  );
}

function Verdict({ networks }: Pick<NetworkStates, 'networks'>): ReactElement {
  const late = networks.filter(({ state }) => state !== 'up').map(({ name }) => name);
  return (
    <Notice kind={late.length === 0 ? 'good' : 'warn'} live>
      <p className="font-semibold">
        {late.length === 0 ? messages.well : messages.late(late.join(', '))}
      </p>
      {late.length > 0 && <p>{messages.safe}</p>}
    </Notice>
  );
}

function Network({ network }: { readonly network: NetworkState }): ReactElement {
  const { name, state, scannedBlock, lagBlocks, scannedAt } = network;
  const text = messages.networks;
  return (
    <li className="grid gap-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{name}</span>
        <Badge kind={BADGES[state]}>{text.states[state].name}</Badge>
      </div>
      <p className="text-muted">{text.states[state].text}</p>
      {scannedBlock !== null && scannedAt !== null && (
        <p className="text-sm text-muted">
          {text.block(scannedBlock, lagBlocks ?? 0)} · {text.read} <Time at={scannedAt} />
        </p>
      )}
    </li>
  );
}

const BADGES = {
  up: 'good',
  behind: 'warn',
  stalled: 'stop',
  halted: 'stop',
  not_followed: 'plain',
} as const;

function Webhooks({ endpoints }: { readonly endpoints: readonly Webhook[] }): ReactElement {
  const text = messages.webhooks;
  if (endpoints.length === 0) {
    return (
      <Empty
        title={text.none}
        text={text.noneText}
        action={
          <Link to="/webhooks" className="font-medium text-accent underline">
            {text.all}
          </Link>
        }
      />
    );
  }
  return (
    <ul>
      {endpoints.map((endpoint) => (
        <li
          key={endpoint.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0"
        >
          <Link
            to="/webhooks/$webhookId"
            params={{ webhookId: endpoint.id }}
            className="min-w-0 font-medium text-accent underline wrap-anywhere"
          >
            {endpoint.url}
          </Link>
          <WebhookBadge endpoint={endpoint} />
        </li>
      ))}
    </ul>
  );
}

function WebhookBadge({ endpoint }: { readonly endpoint: Webhook }): ReactElement {
  const { isActive, failingSince, switchedOffBy } = endpoint;
  const { states } = messages.webhooks;
  if (switchedOffBy === 'failures') return <Badge kind="stop">{states.switchedOff}</Badge>;
  if (!isActive) return <Badge kind="plain">{states.off}</Badge>;
  if (failingSince !== null) return <Badge kind="warn">{states.failing}</Badge>;
  return <Badge kind="good">{states.well}</Badge>;
}
