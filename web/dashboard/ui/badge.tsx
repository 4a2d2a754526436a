import type { ReactElement } from 'react';

const STYLES = {
  good: 'border-transparent bg-good-ground text-good-text',
  warn: 'border-transparent bg-warn-ground text-warn-text',
  stop: 'border-transparent bg-stop-ground text-stop-text',
  plain: 'border-line bg-soft text-text',
} as const;

export type BadgeStyle = keyof typeof STYLES;

/** A status in a word; its colour says nothing that the word does not. */
export function Badge({
  kind,
  children,
}: {
  readonly kind: BadgeStyle;
  readonly children: string;
}): ReactElement {
  return (
    <span
      className={`inline-block rounded-2xl border px-2.5 py-0.5 text-sm font-semibold ${STYLES[kind]}`}
    >
      {children}
    </span>
  );
}
