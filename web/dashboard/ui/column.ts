import type { ReactNode } from 'react';

/** A column of a data table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its share of the width beside the others; 1 where it is left out. */
  readonly share?: number;
  /** What a row is known by: always shown, and the heading of its card on a phone. */
  readonly isMain?: boolean;
  /** Shown only to whoever chose it. */
  readonly isOptional?: boolean;
}
