import { type ReactElement, useMemo, useState } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { networkName } from '../../config.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/column.ts';
import { Code } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Reference } from '../../ui/reference.tsx';
import type { WrittenRow } from './rows.ts';

const messages = payoutMessages.import;

interface Finding {
  readonly message: string;
}

/** A row of a file with what the API found in it. */
export interface Checked {
  readonly row: WrittenRow;
  readonly result: {
    readonly isValid: boolean;
    readonly problems: readonly Finding[];
    readonly warnings: readonly Finding[];
  };
}

const SHOWN = {
  all: () => true,
  problems: ({ result }: Checked) => !result.isValid,
  warnings: ({ result }: Checked) => result.warnings.length > 0,
} as const;

type Shown = keyof typeof SHOWN;

/** The rows of a file; those with problems first where there are any. */
export function CheckedRows({ rows }: { readonly rows: readonly Checked[] }): ReactElement {
  const [shown, setShown] = useState<Shown>(rows.some(SHOWN.problems) ? 'problems' : 'all');
  const filtered = useMemo(() => rows.filter(SHOWN[shown]), [rows, shown]);
  const { show } = messages;
  const options = (['all', 'problems', 'warnings'] as const).map(
    (value) => [value, `${show[value]} (${rows.filter(SHOWN[value]).length})`] as const,
  );
  return (
    <DataTable
      name="import-check"
      label={messages.rows}
      columns={COLUMNS}
      rows={filtered}
      keyOf={({ row }) => String(row.line)}
      total={filtered.length}
      tools={
        <SelectField
          label={show.label}
          value={shown}
          options={options}
          onText={(text) => setShown(options.find(([value]) => value === text)?.[0] ?? 'all')}
        />
      }
    />
  );
}

const COLUMNS: readonly Column<Checked>[] = [
  {
    id: 'line',
    title: messages.line,
    isMain: true,
    share: 0.5,
    cell: ({ row }) => <span className="tabular-nums">{row.line}</span>,
  },
  {
    id: 'amount',
    title: payoutMessages.columns.amount,
    share: 1.2,
    cell: ({ row }) => (
      <>
        <span className="font-semibold">
          {plainText(row.amount)} {plainText(row.currency)}
        </span>
        {row.network !== '' && (
          <span className="block text-sm text-muted">
            {payoutMessages.on(networkName(plainText(row.network)))}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'recipient',
    title: payoutMessages.columns.recipient,
    share: 1.4,
    cell: ({ row }) =>
      row.recipient === '' ? null : (
        <Code text={plainText(row.recipient)} what={payoutMessages.wallet} short />
      ),
  },
  {
    id: 'reference',
    title: payoutMessages.columns.reference,
    cell: ({ row }) => <Reference text={row.reference} />,
  },
  {
    id: 'finding',
    title: messages.finding,
    share: 2,
    cell: ({ result }) => <Found {...result} />,
  },
];

function Found({ isValid, problems, warnings }: Checked['result']): ReactElement {
  if (isValid && warnings.length === 0) return <Badge kind="good">{messages.fine}</Badge>;
  return (
    <ul className="grid gap-1">
      {problems.map(({ message }) => (
        <li key={message} className="font-medium text-stop-text">
          {plainText(message)}
        </li>
      ))}
      {warnings.map(({ message }) => (
        <li key={message} className="text-warn-text">
          {plainText(message)}
        </li>
      ))}
    </ul>
  );
}
