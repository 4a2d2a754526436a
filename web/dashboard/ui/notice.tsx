import type { ReactElement, ReactNode } from 'react';

const STYLES = {
  plain: 'border-line bg-soft text-text',
  good: 'border-line bg-good-ground text-good-text',
  warn: 'border-warn-line bg-warn-ground text-warn-text',
  stop: 'border-stop-line bg-stop-ground text-stop-text',
} as const;

interface Props {
  readonly kind: keyof typeof STYLES;
  readonly children: ReactNode;
  /** Read out at once, for what follows something that the person did. */
  readonly live?: boolean;
}

/** A message within a page. */
export function Notice({ kind, children, live = false }: Props): ReactElement {
  return (
    <div
      role={live ? (kind === 'stop' ? 'alert' : 'status') : undefined}
      className={`rounded-lg border px-4 py-3 wrap-anywhere ${STYLES[kind]}`}
    >
      {children}
    </div>
  );
}
