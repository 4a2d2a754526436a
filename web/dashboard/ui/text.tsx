import { type ReactElement, useId } from 'react';

/** A text of machines in a box that scrolls; lines and spaces stay as they are. */
export function Text({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string;
}): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id} className="text-sm text-muted">
        {title}
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg border border-line bg-card p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </section>
  );
}
