import { type ReactElement, useEffect, useState } from 'react';
import { messages } from '../messages/en.ts';
import { Icon } from './icon.tsx';

/** How long a button says that it copied. */
const SAID_MS = 2_000;

interface Props {
  readonly text: string;
  /** What is copied, such as `payment link`. */
  readonly what: string;
  /** Shown beside the drawing; without it the drawing stands alone. */
  readonly label?: string;
}

/** Copies a text and says so. */
export function CopyButton({ text, what, label }: Props): ReactElement {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const shown = isCopied ? messages.copy.done : label;
  return (
    <button
      type="button"
      onClick={() => void copy().catch(() => setCopied(false))}
      aria-label={label === undefined ? messages.copy.what(what) : undefined}
      className={
        label === undefined
          ? '-my-1 inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-soft'
          : 'inline-flex min-h-11 items-center gap-2 rounded-lg border border-field-line bg-card px-4 font-semibold hover:bg-soft'
      }
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {label === undefined ? null : shown}
      <span aria-live="polite" className="sr-only">
        {isCopied ? messages.copy.done : ''}
      </span>
    </button>
  );
}

/** A long text of machines that can be copied whole: all of it, or its two ends where room is scarce. */
export function Code({
  text,
  what,
  short = false,
}: {
  readonly text: string;
  readonly what: string;
  readonly short?: boolean;
}): ReactElement {
  return (
    <span className={`inline-flex max-w-full items-start gap-1 ${short ? 'flex-wrap' : ''}`}>
      <code
        title={text}
        className={`font-mono text-sm ${short ? 'whitespace-nowrap' : 'wrap-anywhere'}`}
      >
        {short ? shorten(text) : text}
      </code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

const ENDS = 6;

function shorten(text: string): string {
  return text.length <= 2 * ENDS + 4 ? text : `${text.slice(0, ENDS + 2)}…${text.slice(-ENDS)}`;
}
