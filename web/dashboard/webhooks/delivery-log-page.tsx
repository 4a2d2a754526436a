import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { Webhook } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { SelectField } from '../ui/field.tsx';
import { LaterPart } from '../ui/later-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Delivery } from './delivery.tsx';
import type { DeliveryLog } from './delivery-logs.ts';
import { FailingNotice } from './failing-notice.tsx';
import { deliveriesQuery } from './queries.ts';
import { ReplaySince } from './replay-since.tsx';
import { DELIVERY_STATUSES, type DeliverySearch, readDeliverySearch } from './search.ts';

// What draws charts is large, and stands below the list.
const EndpointFailures = lazy(async () => ({
  default: (await import('./endpoint-failures.tsx')).EndpointFailures,
}));

const messages = webhookMessages.log;

interface Props {
  readonly log: DeliveryLog;
  readonly webhookId: string;
  /** The endpoint; undefined until it was read, and where it is none. */
  readonly webhook: Webhook | undefined;
  readonly search: DeliverySearch;
  readonly onSearch: (search: DeliverySearch) => void;
}

/** The log of an endpoint, newest first: what was sent, what came back, its files, how often it failed, and sending it again. */
export function DeliveryLogPage(props: Props): ReactElement {
  const { log, webhookId, webhook, search } = props;
  const deliveries = useQuery(deliveriesQuery(log, webhookId, search));
  const { status } = search;
  return (
    <Page
      title={messages.title}
      lead={webhook === undefined ? undefined : plainText(webhook.url)}
      actions={
        <>
          <ExportLinks
            url={log.fileUrl(webhookId)}
            filters={status === undefined ? {} : { status }}
          />
          <Allowed to={log.replayOperation}>
            <ReplayFailed log={log} webhookId={webhookId} />
          </Allowed>
        </>
      }
    >
      {webhook !== undefined && <FailingNotice webhook={webhook} />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Link
          to={log.parent.page}
          className="inline-flex min-h-11 items-center text-accent underline"
        >
          {log.parent.label}
        </Link>
        <SelectField
          label={messages.status}
          value={status ?? ''}
          options={[
            ['', messages.all],
            ...DELIVERY_STATUSES.map((one) => [one, messages.statuses[one]] as const),
          ]}
          onText={(chosen) => props.onSearch(readDeliverySearch({ status: chosen }))}
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
                  <Delivery key={delivery.id} log={log} delivery={delivery} />
                ))}
              </ul>
              <Pager cursor={search.cursor} nextCursor={nextCursor}>
                {(cursor, label) => (
                  <Link
                    key={label}
                    to={log.page}
                    params={{ webhookId }}
                    search={readDeliverySearch({ status, cursor })}
                    className={buttonStyle('secondary')}
                  >
                    {label}
                  </Link>
                )}
              </Pager>
            </>
          )}
        </Loaded>
      </Card>
      <LaterPart>
        <EndpointFailures log={log} webhookId={webhookId} />
      </LaterPart>
      <Allowed to={log.replayOperation}>
        <ReplaySince log={log} webhookId={webhookId} />
      </Allowed>
    </Page>
  );
}

function ReplayFailed({ log, webhookId }: Pick<Props, 'log' | 'webhookId'>): ReactElement {
  const replay = useChange(
    (header) => log.replay(webhookId, header, { status: 'failed' }),
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
