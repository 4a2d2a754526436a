import type { ReactElement } from 'react';

const LOOKS = {
  good: 'bg-good-ground text-good-text',
  warn: 'bg-warn-ground text-warn-text',
  stop: 'bg-stop-ground text-stop-text',
  plain: 'bg-soft text-text border-line',
} as const;

export type BadgeLook = keyof typeof LOOKS;

/** A status in a word; its colour says nothing that the word does not. */
export function Badge({
  look,
  children,
}: {
  readonly look: BadgeLook;
  readonly children: string;
}): ReactElement {
  return (
    <span
      className={`inline-block rounded-full border border-transparent px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${LOOKS[look]}`}
    >
      {children}
    </span>
  );
}
