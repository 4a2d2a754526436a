import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { checkAnswer } from '../check-answer.ts';
import { cellOf, columnsOf } from './columns.ts';
import type { ExportFormat } from './exported-list.ts';

/** How a list is written: what comes before its pages, each page, and what comes after them. */
export interface ListWriter {
  readonly contentType: string;
  readonly head: string;
  /** The text of a page; `isFirst` where no item was written before. */
  page(items: readonly unknown[], isFirst: boolean): string;
  readonly tail: string;
}

/** Spreadsheets read a file that does not begin with it in the character set of the country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Lines as RFC 4180 ends them; a spreadsheet calculates nothing: what would be a formula begins with `'`. */
const CSV = { record_delimiter: 'windows', escape_formulas: true } as const;

const WRITERS: Readonly<Record<ExportFormat, (item: z.ZodType) => ListWriter>> = {
  csv: (item) => {
    const columns = columnsOf(item);
    return {
      contentType: 'text/csv; charset=utf-8',
      head: BYTE_ORDER_MARK + stringify([columns.map(({ name }) => name)], CSV),
      page: (items) =>
        stringify(
          items.map((each) => columns.map((column) => cellOf(each, column))),
          CSV,
        ),
      tail: '',
    };
  },
  json: () => ({
    contentType: 'application/json; charset=utf-8',
    head: '[',
    page: (items, isFirst) =>
      items
        .map((each, i) => `${isFirst && i === 0 ? '\n' : ',\n'}${JSON.stringify(each)}`)
        .join(''),
    tail: '\n]\n',
  }),
};

/** A writer for the items that an operation exports; what their schema does not declare is not written. */
export function listWriter(
  format: ExportFormat,
  { item, operationId }: { readonly item: z.ZodType; readonly operationId: string },
): ListWriter {
  const writer = WRITERS[format](item);
  return {
    ...writer,
    page: (items, isFirst) => {
      const checked = items.map((each) => checkAnswer(item, each, operationId));
      return writer.page(checked, isFirst);
    },
  };
}
