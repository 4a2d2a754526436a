import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Fragment, type ReactElement, type ReactNode, useMemo, useRef } from 'react';
import type { Column } from './column.ts';
import { ColumnPicker } from './column-picker.tsx';
import { type KeptColumns, useKeptColumns } from './kept-columns.ts';
import { moveBetweenRows } from './row-keys.ts';
import { useRowWindow } from './row-window.ts';

interface Props<Row> {
  /** Under which the chosen columns are kept in this browser. */
  readonly name: string;
  /** What the table shows, for whoever does not see it. */
  readonly label: string;
  /** The same array each time. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Beside the choice of columns. */
  readonly tools?: ReactNode;
  /** How many rows there are with those that are not read yet; unknown where it is left out. */
  readonly total?: number | undefined;
  /** Reads the next page; undefined where there is none, or it is being read. */
  readonly onEnd?: (() => void) | undefined;
}

const features = tableFeatures({ columnVisibilityFeature });

/**
 * A list as a table, as long as it likes: only the rows in sight are drawn. Which columns are shown is kept in this browser. The arrow keys go
 * from row to row, by the first link or button of each. Where it is narrow, each row is a card.
 */
export function DataTable<Row extends RowData>(props: Props<Row>): ReactElement {
  const { columns, name, tools } = props;
  const kept = useKeptColumns(name, columns);
  return (
    <div className="@container">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2">{tools}</div>
        <ColumnPicker columns={columns} kept={kept} />
      </div>
      <Rows {...props} kept={kept} />
    </div>
  );
}

const HEAD =
  'sticky top-0 z-[1] border-b border-line bg-card py-2 pr-4 text-sm font-medium text-muted last:pr-0';
const CELL = 'py-3 pr-4 align-top wrap-anywhere last:pr-0 @max-2xl:block @max-2xl:p-0';

function Rows<Row extends RowData>({
  label,
  columns,
  rows,
  keyOf,
  total,
  onEnd,
  kept,
}: Props<Row> & { readonly kept: KeptColumns }): ReactElement {
  const body = useRef<HTMLTableSectionElement>(null);
  const shares = new Map(columns.map(({ id, share = 1 }) => [id, share]));
  const table = useTable({
    features,
    columns: useMemo(() => columns.map((column) => definitionOf(column)), [columns]),
    data: rows,
    getRowId: keyOf,
    state: { columnVisibility: kept.visibility },
  });
  const shown = table.getVisibleLeafColumns();
  const sum = shown.reduce((all, { id }) => all + (shares.get(id) ?? 1), 0);
  const { items, before, after, measure, focusRow } = useRowWindow({ rows, body, keyOf, onEnd });
  const models = table.getRowModel().rows;
  return (
    <table
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="w-full table-fixed text-left @max-2xl:block"
    >
      <colgroup className="@max-2xl:hidden">
        {shown.map(({ id }) => (
          <col key={id} style={{ width: `${(100 * (shares.get(id) ?? 1)) / sum}%` }} />
        ))}
      </colgroup>
      <thead className="@max-2xl:sr-only">
        <tr aria-rowindex={1}>
          {table.getFlatHeaders().map((header) => (
            <th key={header.id} scope="col" className={HEAD}>
              <table.FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        className="@max-2xl:block"
        onKeyDown={(event) => moveBetweenRows(event.nativeEvent, rows.length, focusRow)}
      >
        <Space height={before} />
        {items.map(({ index, gap }) => (
          <Fragment key={models[index]?.id ?? index}>
            <Space height={gap} />
            <tr
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className="border-b border-line last:border-0 @max-2xl:grid @max-2xl:gap-1 @max-2xl:py-3"
            >
              {models[index]?.getVisibleCells().map((cell) => (
                <td key={cell.id} className={CELL}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
        <Space height={after} />
      </tbody>
    </table>
  );
}

/** The room of rows that are not drawn. */
function Space({ height }: { readonly height: number }): ReactElement | null {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row has no focus of its own, and this one nothing in it.
    <tr aria-hidden="true" className="@max-2xl:block">
      <td style={{ height }} className="@max-2xl:block" />
    </tr>
  );
}

/** On a card the title stands before what is not its heading. */
function definitionOf<Row extends RowData>(column: Column<Row>): ColumnDef<typeof features, Row> {
  const { id, title, cell, isMain = false } = column;
  return {
    id,
    header: title,
    cell: ({ row }) =>
      isMain ? (
        cell(row.original)
      ) : (
        <div className="@max-2xl:flex @max-2xl:flex-wrap @max-2xl:gap-x-3">
          <span aria-hidden="true" className="w-24 shrink-0 text-sm text-muted @2xl:hidden">
            {title}
          </span>
          <div className="min-w-0">{cell(row.original)}</div>
        </div>
      ),
  };
}
