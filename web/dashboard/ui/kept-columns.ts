import { useState } from 'react';
import { readKept, writeKept } from '../session/kept.ts';
import type { Column } from './column.ts';

/** Which columns of a table are shown, and the way to change that. */
export interface KeptColumns {
  readonly visibility: Readonly<Record<string, boolean>>;
  readonly show: (id: string, isShown: boolean) => void;
  /** Shows what is shown to somebody who never chose. */
  readonly reset: () => void;
}

/** The columns that a person chose in this browser; those that came later are as they come. */
export function useKeptColumns(
  name: string,
  columns: readonly Pick<Column<never>, 'id' | 'isMain' | 'isOptional'>[],
): KeptColumns {
  const key = `columns.${name}`;
  const [chosen, setChosen] = useState(() => readChoice(readKept(key)));
  const keep = (next: Readonly<Record<string, boolean>>) => {
    setChosen(next);
    writeKept(key, Object.keys(next).length === 0 ? undefined : next);
  };
  const visibility = Object.fromEntries(
    columns.map(({ id, isMain = false, isOptional = false }) => [
      id,
      isMain || (chosen[id] ?? !isOptional),
    ]),
  );
  return {
    visibility,
    show: (id, isShown) => keep({ ...chosen, [id]: isShown }),
    reset: () => keep({}),
  };
}

function readChoice(kept: unknown): Readonly<Record<string, boolean>> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  );
}
