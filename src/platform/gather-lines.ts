/** More text than this is written without waiting for the end of the round. */
const WAITING_CHARS_MAX = 64 * 1024;

/** Lines on their way to an output. */
export interface GatheredLines {
  /** Adds a line; an urgent one is written now, behind those that wait. */
  add(line: string, isUrgent: boolean): void;
  /** Writes now what waits. */
  flush(): void;
}

/**
 * Writes the lines of one round of the event loop together: each write is a call of the system, and calls that share a statement are
 * answered in one round. Only a process that is killed in the middle of a round loses lines, those of this round that are not urgent.
 */
export function gatherLines(write: (text: string) => void): GatheredLines {
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  return {
    flush,
    add: (line, isUrgent) => {
      if (waiting === '' && !isUrgent) setImmediate(flush);
      waiting += line;
      if (isUrgent || waiting.length > WAITING_CHARS_MAX) flush();
    },
  };
}
