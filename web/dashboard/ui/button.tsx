import type { ButtonHTMLAttributes, ReactElement } from 'react';

const COMMON =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 py-2 font-semibold no-underline disabled:opacity-60';

const STYLES = {
  primary: `${COMMON} border-accent bg-accent text-on-accent hover:bg-accent-strong`,
  secondary: `${COMMON} border-field-line bg-card text-text hover:bg-soft`,
  danger: `${COMMON} border-stop-line bg-stop-ground text-stop-text`,
  quiet:
    'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 py-2 font-medium text-text hover:bg-soft',
} as const;

/** How a button looks, or a link that looks like one. */
export type ButtonStyle = keyof typeof STYLES;

/** The classes of a link that looks like a button. */
export function buttonStyle(kind: ButtonStyle): string {
  return STYLES[kind];
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonStyle;
  /** Whether what it started still goes on: it says so and takes no second press. */
  readonly busy?: boolean;
}

export function Button({ kind = 'secondary', busy = false, ...rest }: Props): ReactElement {
  const { type = 'button', disabled = false, className = '', ...attributes } = rest;
  return (
    <button
      {...attributes}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${STYLES[kind]} ${className}`}
    />
  );
}
