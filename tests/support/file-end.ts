// Files that share a process share this list; each file clears what it added.
let atEnd: (() => Promise<void>)[] = [];

/** Has something done once the hooks of the running file have ended. */
export function atFileEnd(work: () => Promise<void>): void {
  atEnd.push(work);
}

/** Does what was left to the end of the file. */
export async function workAtFileEnd(): Promise<void> {
  const works = atEnd;
  atEnd = [];
  for (const work of works) await work();
}
