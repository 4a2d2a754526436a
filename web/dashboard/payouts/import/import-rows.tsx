import type { ReactElement } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { Badge, type BadgeStyle } from '../../ui/badge.tsx';
import type { Column } from '../../ui/column.ts';
import { Code } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Reference } from '../../ui/reference.tsx';
import { Amount } from '../amount.tsx';
import type { importRowsQuery } from '../queries.ts';

const messages = payoutMessages.imports;

type Row = Awaited<
  ReturnType<NonNullable<ReturnType<typeof importRowsQuery>['queryFn']>>
>['rows'][number];

/** What became of each row of an import. */
export function ImportRows({
  rows,
  total,
}: {
  readonly rows: readonly Row[];
  readonly total: number;
}): ReactElement {
  return (
    <DataTable
      name="import-rows"
      label={messages.rows}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ position }) => String(position)}
      total={total}
    />
  );
}

const BADGES: Readonly<Record<Row['status'], BadgeStyle>> = {
  waiting: 'plain',
  created: 'good',
  refused: 'stop',
  stopped: 'warn',
};

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'line',
    title: messages.rowColumns.line,
    isMain: true,
    share: 0.5,
    cell: ({ line }) => <span className="tabular-nums">{line}</span>,
  },
  {
    id: 'amount',
    title: messages.rowColumns.amount,
    share: 1.2,
    cell: (row) => <Amount {...row} />,
  },
  {
    id: 'recipient',
    title: messages.rowColumns.recipient,
    share: 1.5,
    cell: ({ recipient }) => <Code text={recipient} what={payoutMessages.wallet} short />,
  },
  {
    id: 'reference',
    title: messages.rowColumns.reference,
    share: 1.4,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  {
    id: 'status',
    title: messages.rowColumns.status,
    share: 1.6,
    cell: ({ status, problem }) => (
      <>
        <Badge kind={BADGES[status]}>{messages.rowStatuses[status]}</Badge>
        {problem !== null && (
          <span className="mt-1 block text-sm text-stop-text">{plainText(problem.message)}</span>
        )}
      </>
    ),
  },
];
