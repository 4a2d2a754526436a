import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { deliveriesQuery, webhooksQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { config } from '../config.ts';
import { messages as common } from '../messages/en.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Delivery } from './delivery.tsx';
import { FailingNotice } from './failing-notice.tsx';
import { ReplaySince } from './replay-since.tsx';
import { DELIVERY_STATUSES, readDeliverySearch } from './search.ts';

// What draws charts is large, and stands below the list.
const EndpointFailures = lazy(async () => ({
  default: (await import('./endpoint-failures.tsx')).EndpointFailures,
}));

const messages = webhookMessages.log;
const route = getRouteApi('/webhooks/$webhookId');

/** The log of an endpoint, newest first: what was sent, what came back, and sending it again. */
export function Deliveries(): ReactElement {
  const { webhookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  const deliveries = useQuery(deliveriesQuery(webhookId, search));
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const { status } = search;
  return (
    <Page
      title={messages.title}
      lead={webhook === undefined ? undefined : plainText(webhook.url)}
      actions={
        <>
          <ExportLinks
            url={`${config.authUrl}/v1/webhook/${encodeURIComponent(webhookId)}/deliveries/export`}
            filters={status === undefined ? {} : { status }}
          />
          <Allowed to="replayWebhookV1">
            <ReplayFailed webhookId={webhookId} />
          </Allowed>
        </>
      }
    >
      {webhook !== undefined && <FailingNotice webhook={webhook} />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Link to="/webhooks" className="inline-flex min-h-11 items-center text-accent underline">
          {messages.back}
        </Link>
        <SelectField
          label={messages.status}
          value={status ?? ''}
          options={[
            ['', messages.all],
            ...DELIVERY_STATUSES.map((one) => [one, messages.statuses[one]] as const),
          ]}
          onText={(chosen) => void navigate({ search: readDeliverySearch({ status: chosen }) })}
        />
      </div>
      <Card>
        <Loaded of={deliveries}>
          {({ deliveries: rows, nextCursor }) => (
            <>
              {rows.length === 0 && (
                <Empty
                  title={messages.empty}
                  text={status === undefined ? messages.emptyText : messages.filteredText}
                />
              )}
              <ul>
                {rows.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </ul>
              <Cursor next={nextCursor} isFirst={search.cursor === undefined} />
            </>
          )}
        </Loaded>
      </Card>
      <Suspense>
        <EndpointFailures webhookId={webhookId} />
      </Suspense>
      <Allowed to="replayWebhookV1">
        <ReplaySince webhookId={webhookId} />
      </Allowed>
    </Page>
  );
}

function Cursor({ next, isFirst }: { readonly next: string | null; readonly isFirst: boolean }) {
  const { webhookId } = route.useParams();
  const { status } = route.useSearch();
  return (
    <div className="mt-4 flex gap-2 empty:hidden">
      {!isFirst && (
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId }}
          search={readDeliverySearch({ status })}
          className={buttonStyle('secondary')}
        >
          {common.newest}
        </Link>
      )}
      {next !== null && (
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId }}
          search={readDeliverySearch({ status, cursor: next })}
          className={buttonStyle('secondary')}
        >
          {common.older}
        </Link>
      )}
    </div>
  );
}

function ReplayFailed({ webhookId }: { readonly webhookId: string }): ReactElement {
  const replay = useChange(
    (header) =>
      answerOf(
        auth.POST('/v1/webhook/{webhookId}/replay', {
          params: { path: { webhookId }, header },
          body: { status: 'failed' },
        }),
      ),
    ['deliveries'],
  );
  return (
    <div className="grid justify-items-start gap-2">
      <Confirm
        label={messages.replayFailed}
        title={messages.replayFailedTitle}
        text={messages.replayFailedText}
        onConfirm={() => replay.mutateAsync()}
        isBusy={replay.isPending}
        error={replay.error}
      />
      {replay.data !== undefined && (
        <Notice kind="good" live>
          {messages.replayedMany(replay.data.replayed, replay.data.more)}
        </Notice>
      )}
    </div>
  );
}
