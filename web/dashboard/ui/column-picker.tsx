import { type ReactElement, useEffect, useRef } from 'react';
import { dataTableMessages as messages } from '../messages/en-data-table.ts';
import { Button, buttonStyle } from './button.tsx';
import type { Column } from './column.ts';
import type { KeptColumns } from './kept-columns.ts';

interface Props {
  readonly columns: readonly Pick<Column<never>, 'id' | 'title' | 'isMain'>[];
  readonly kept: KeptColumns;
}

/** Which columns of a table are shown. */
export function ColumnPicker({ columns, kept }: Props): ReactElement {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target, key }: { target: EventTarget | null; key?: string }) => {
      const isOutside = target instanceof Node && details.current?.contains(target) === false;
      if (details.current !== null && (isOutside || key === 'Escape')) details.current.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={details} className="relative ml-auto">
      <summary className={`${buttonStyle('secondary')} list-none`}>{messages.columns}</summary>
      <fieldset className="absolute right-0 z-10 mt-1 grid w-64 rounded-xl border border-line bg-card p-3 shadow-lg">
        <legend className="sr-only">{messages.shown}</legend>
        {columns
          .filter(({ isMain = false }) => !isMain)
          .map(({ id, title }) => (
            <label
              key={id}
              className="flex min-h-9 items-center gap-3 rounded-lg px-2 hover:bg-soft"
            >
              <input
                type="checkbox"
                checked={kept.visibility[id] ?? true}
                onChange={(event) => kept.show(id, event.target.checked)}
                className="size-4 accent-accent"
              />
              {title}
            </label>
          ))}
        <Button kind="quiet" onClick={kept.reset}>
          {messages.reset}
        </Button>
      </fieldset>
    </details>
  );
}
