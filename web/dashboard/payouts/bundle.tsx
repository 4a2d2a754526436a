import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { config } from '../config.ts';
import { LinkCard } from '../get-paid/link-card.tsx';
import { BLOCK_REASONS, payoutMessages } from '../messages/en-payouts.ts';
import { amountText } from '../ui/amount-text.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/column.ts';
import { Code } from '../ui/copy.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page, Properties } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Reference } from '../ui/reference.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { Amount } from './amount.tsx';
import { BundleStatus } from './bundle-status.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { bundleQuery } from './queries.ts';

const messages = payoutMessages.bundles;
const route = getRouteApi('/payouts/bundles/$token');

type BundleDetails = Awaited<ReturnType<NonNullable<ReturnType<typeof bundleQuery>['queryFn']>>>;
type Child = BundleDetails['children'][number];

/** One bundle with its payouts; it follows by itself. */
export function Bundle(): ReactElement {
  const { token } = route.useParams();
  const { data: bundle, error, refetch } = useQuery(bundleQuery(token));
  if (error !== null && bundle === undefined) {
    return (
      <Page title={payoutMessages.tabs.bundles}>
        <PageError error={error} onRetry={() => void refetch()} />
        <Link to="/payouts/bundles" className="font-medium text-accent underline">
          {payoutMessages.tabs.bundles}
        </Link>
      </Page>
    );
  }
  if (bundle === undefined) return <PageSkeleton />;
  return <Shown bundle={bundle} />;
}

function Shown({ bundle }: { readonly bundle: BundleDetails }): ReactElement {
  const { children, status, token, totals, createdAt, expiresAt } = bundle;
  const paid = children.filter(({ context }) => context.hasBeenPaid).length;
  const blocked = children.filter(({ executable, context }) => !executable && !context.hasBeenPaid);
  return (
    <Page title={messages.title(children.length)} lead={<BundleStatus status={status} />}>
      <Card>
        <p className="mb-2 font-medium">{messages.progress(paid, children.length)}</p>
        <ProgressBar
          label={messages.progress(paid, children.length)}
          done={paid}
          total={children.length}
        />
      </Card>
      {blocked.length > 0 && (
        <Notice kind="warn">
          <p className="font-semibold">{messages.blocked(blocked.length)}</p>
          <ul>
            {reasonsOf(blocked).map(([reason, count]) => (
              <li key={reason}>
                {reason}: {count}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {status === 'pending' && (
        <Card title={messages.link}>
          <LinkCard url={`${config.payUrl}/?token=${token}`} />
        </Card>
      )}
      <Card title={messages.totals}>
        <Properties
          rows={[
            ...totals.byDestinationCurrency.map(
              ({ currency, network, totalAmount }) =>
                [
                  messages.total,
                  <Amount
                    key={currency}
                    amount={totalAmount}
                    currency={currency}
                    network={network}
                  />,
                  currency,
                ] as const,
            ),
            [payoutMessages.columns.created, <Time key="created" at={createdAt} />],
            [messages.columns.expires, <Time key="expires" at={expiresAt} />],
          ]}
        />
      </Card>
      <Card title={messages.children}>
        <DataTable
          name="bundle"
          label={messages.children}
          columns={COLUMNS}
          rows={children}
          keyOf={({ securePaymentToken }) => securePaymentToken}
          total={children.length}
        />
      </Card>
    </Page>
  );
}

function reasonsOf(children: readonly Child[]): readonly (readonly [string, number])[] {
  const byReason = Map.groupBy(children, ({ blockReason }) => reasonOf(blockReason));
  return [...byReason].map(([reason, same]) => [reason, same.length] as const);
}

function reasonOf(reason: string | null): string {
  return BLOCK_REASONS[reason ?? ''] ?? String(reason);
}

const COLUMNS: readonly Column<Child>[] = [
  {
    id: 'amount',
    title: payoutMessages.columns.amount,
    isMain: true,
    share: 1.2,
    cell: ({ requestId, amount, context }) => (
      <Link
        to="/payments/$requestId"
        params={{ requestId }}
        className="inline-flex min-h-6 items-center font-semibold text-accent underline"
      >
        {amountText(amount ?? '', readCurrencyId(context.currency ?? '').symbol)}
      </Link>
    ),
  },
  {
    id: 'recipient',
    title: payoutMessages.columns.recipient,
    share: 1.5,
    cell: ({ payee }) =>
      payee === null ? null : <Code text={payee} what={payoutMessages.wallet} short />,
  },
  {
    id: 'reference',
    title: payoutMessages.columns.reference,
    share: 1.4,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  {
    id: 'status',
    title: payoutMessages.columns.status,
    share: 1.5,
    cell: ({ executable, blockReason, context }) => {
      if (context.hasBeenPaid)
        return <Badge kind="good">{payoutMessages.statuses.completed}</Badge>;
      if (executable) return <Badge kind="plain">{messages.payable}</Badge>;
      return <Badge kind="warn">{reasonOf(blockReason)}</Badge>;
    },
  },
];
