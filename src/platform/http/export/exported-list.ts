import { z } from 'zod';

/** In which form a list is exported; the query of every export takes it. */
export const ExportFormat = z
  .enum(['csv', 'json'])
  .default('csv')
  .describe('`csv` begins with a line of column names; `json` is one array.');

/** In which form a list is exported. */
export type ExportFormat = z.output<typeof ExportFormat>;

/** A list of any length, which is written to the caller while it is read. */
export class ExportedList<Item> {
  /** Without an extension. */
  readonly fileName: string;
  readonly format: ExportFormat;
  readonly pages: AsyncGenerator<readonly Item[]>;

  constructor(parts: {
    readonly fileName: string;
    readonly format: ExportFormat;
    readonly pages: AsyncGenerator<readonly Item[]>;
  }) {
    this.fileName = parts.fileName;
    this.format = parts.format;
    this.pages = parts.pages;
  }
}
