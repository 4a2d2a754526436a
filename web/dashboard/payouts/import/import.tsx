import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { buttonStyle } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { Amount } from '../amount.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { importQuery, importRowsQuery } from '../queries.ts';
import { ImportRows } from './import-rows.tsx';
import { ImportStatus } from './import-status.tsx';
import { addSample, paceOf, type Sample } from './progress.ts';

const messages = payoutMessages.imports;
const route = getRouteApi('/payouts/imports/$importId');

type ImportDetails = Awaited<ReturnType<NonNullable<ReturnType<typeof importQuery>['queryFn']>>>;

/** One import: how far it is while it is created, then its bundles and what became of each row. */
export function Import(): ReactElement {
  const { importId } = route.useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery(importQuery(importId));
  if (error !== null && data === undefined) {
    return (
      <Page title={payoutMessages.tabs.imports}>
        <PageError error={error} onRetry={() => void refetch()} />
        <Link to="/payouts/imports" className="font-medium text-accent underline">
          {payoutMessages.tabs.imports}
        </Link>
      </Page>
    );
  }
  if (data === undefined) return <PageSkeleton />;
  return <Shown found={data} atMs={dataUpdatedAt} />;
}

function Shown({
  found,
  atMs,
}: {
  readonly found: ImportDetails;
  readonly atMs: number;
}): ReactElement {
  const { fileName, status, rows, bundles } = found;
  const name = fileName === null ? messages.unnamed : plainText(fileName);
  return (
    <Page
      title={name}
      lead={<ImportStatus status={status} />}
      actions={
        <Allowed to="createPayoutImport">
          <Again />
        </Allowed>
      }
    >
      {status === 'running' ? (
        <Running found={found} name={name} atMs={atMs} />
      ) : (
        <Ended found={found} />
      )}
      {bundles.length > 0 && (
        <Card title={messages.bundles}>
          <p className="mb-3 text-muted">{messages.bundlesText}</p>
          <ul>
            {bundles.map((bundle) => (
              <BundleLine key={bundle.token} {...bundle} />
            ))}
          </ul>
        </Card>
      )}
      {status !== 'running' && <Rows importId={found.id} count={rows.total} />}
    </Page>
  );
}

function Again(): ReactElement {
  return (
    <Link to="/payouts/import" className={buttonStyle('secondary')}>
      {messages.again}
    </Link>
  );
}

interface RunningProps {
  readonly found: ImportDetails;
  readonly name: string;
  /** When the API said so. */
  readonly atMs: number;
}

/** How far it is, how fast it goes and how long it still takes; also in the title of the window. */
function Running({ found, name, atMs }: RunningProps): ReactElement {
  const { rows, delayedUntil, problem } = found;
  const done = rows.total - rows.waiting;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { atMs, done })), [atMs, done]);
  useEffect(() => {
    document.title = messages.tabTitle(Math.floor((100 * done) / rows.total), name);
  }, [done, rows.total, name]);
  const pace = delayedUntil === null ? paceOf(samples, rows.total) : undefined;
  return (
    <Card
      title={messages.progress}
      actions={
        <Allowed to="stopPayoutImport">
          <Stop importId={found.id} />
        </Allowed>
      }
    >
      <div className="grid gap-3">
        <ProgressBar label={messages.progress} done={done} total={rows.total} />
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span className="font-semibold">{messages.of(done, rows.total)}</span>
          {pace !== undefined && (
            <>
              <span>{messages.rate(pace.perSecond.toFixed(1))}</span>
              <span>{messages.left(messages.seconds(pace.secondsLeft))}</span>
            </>
          )}
        </p>
        {delayedUntil !== null && (
          <Notice kind="warn" live>
            {messages.delayed} {problem === null ? '' : plainText(problem)}
          </Notice>
        )}
        <p className="text-muted">
          {messages.leave} {found.makesBundles && messages.bundlesLater}
        </p>
      </div>
    </Card>
  );
}

function Stop({ importId }: { readonly importId: string }): ReactElement {
  const stop = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/payout-imports/{id}/stop', {
          params: { header, path: { id: importId } },
          body: {},
        }),
      ),
    ['payout-imports'],
  );
  return (
    <Confirm
      label={messages.stop}
      kind="danger"
      title={messages.stopTitle}
      text={messages.stopText}
      onConfirm={() => stop.mutateAsync()}
      isBusy={stop.isPending}
      error={stop.error}
    />
  );
}

function Ended({ found: { rows, problem } }: { readonly found: ImportDetails }): ReactElement {
  return (
    <>
      {rows.created > 0 && <Notice kind="good">{messages.done(rows.created)}</Notice>}
      {rows.refused > 0 && <Notice kind="stop">{messages.refused(rows.refused)}</Notice>}
      {rows.stopped > 0 && <Notice kind="warn">{messages.stopped(rows.stopped)}</Notice>}
      {problem !== null && <Notice kind="warn">{plainText(problem)}</Notice>}
    </>
  );
}

function BundleLine({
  token,
  securePaymentUrl,
  ...total
}: ImportDetails['bundles'][number]): ReactElement {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">{messages.bundleOf(total.count)}</p>
        <Amount {...total} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/payouts/bundles/$token" params={{ token }} className={buttonStyle('secondary')}>
          {messages.details}
        </Link>
        <CopyButton
          text={securePaymentUrl}
          what={messages.link}
          label={payoutMessages.columns.link}
        />
        <a
          href={securePaymentUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle('primary')}
        >
          {messages.open}
        </a>
      </div>
    </li>
  );
}

function Rows({
  importId,
  count,
}: {
  readonly importId: string;
  readonly count: number;
}): ReactElement {
  const query = useQuery(importRowsQuery(importId));
  const rows = useMemo(() => query.data?.rows ?? [], [query.data]);
  return (
    <Card title={messages.rows}>
      {query.error !== null ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ImportRows rows={rows} total={count} />
      )}
    </Card>
  );
}
