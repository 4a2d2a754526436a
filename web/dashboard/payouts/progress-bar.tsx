import type { ReactElement } from 'react';

interface Props {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** How much of something is done, as a bar; its numbers stand beside it. */
export function ProgressBar({ label, done, total }: Props): ReactElement {
  return (
    <progress
      aria-label={label}
      value={done}
      max={Math.max(total, 1)}
      className="h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  );
}
