import type { ButtonHTMLAttributes, ReactElement } from 'react';

const COMMON =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 py-2 font-semibold no-underline disabled:opacity-60';

const LOOKS = {
  primary: `${COMMON} border-accent bg-accent text-on-accent hover:bg-accent-strong`,
  secondary: `${COMMON} border-field-line bg-card text-text hover:bg-soft`,
  danger: `${COMMON} border-stop-line bg-stop-ground text-stop-text`,
  quiet:
    'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 py-2 font-medium text-text hover:bg-soft',
} as const;

/** How a button looks, or a link that looks like one. */
export type Look = keyof typeof LOOKS;

/** The classes of a link that looks like a button. */
export function lookOf(look: Look): string {
  return LOOKS[look];
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  /** Whether what it started still goes on: it says so and takes no second press. */
  readonly busy?: boolean;
}

export function Button({ look = 'secondary', busy = false, ...rest }: Props): ReactElement {
  const { type = 'button', disabled = false, className = '', ...attributes } = rest;
  return (
    <button
      {...attributes}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${LOOKS[look]} ${className}`}
    />
  );
}
