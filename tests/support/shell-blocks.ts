/** What the mark above a block of shell says: that CI runs it, that it does so beside the others, or why it cannot. */
type PaymentMilestone =
  | { readonly kind: 'runs' }
  | { readonly kind: 'runs beside'; readonly readyAt: string }
  | { readonly kind: 'not run'; readonly reason: string };

/** What a page shows of the output of the block above it. */
export interface ShownOutput {
  readonly language: string;
  readonly text: string;
}

/** One block of shell of a page. */
export interface ShellBlock {
  readonly line: number;
  readonly code: string;
  /** Missing where nothing, or nothing known, is written on the line above the block. */
  readonly mark: PaymentMilestone | undefined;
  /** The block that follows with nothing but an empty line between. */
  readonly shown: ShownOutput | undefined;
}

interface Fence extends ShownOutput {
  readonly start: number;
  readonly end: number;
}

/** Every fenced block of a page, by the index of its first and last line. */
function fencesOf(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  let start: number | undefined;
  lines.forEach((line, i) => {
    if (!/^\s*```/.test(line)) return;
    if (start === undefined) {
      start = i;
      return;
    }
    const language = (lines[start] ?? '').trim().slice(3);
    fences.push({ start, end: i, language, text: lines.slice(start + 1, i).join('\n') });
    start = undefined;
  });
  return fences;
}

function markOf(line: string | undefined): PaymentMilestone | undefined {
  if (line === '<!-- runs in CI -->') return { kind: 'runs' };
  const [, readyAt] =
    /^<!-- runs in CI beside the others, ready at "(.+)" -->$/.exec(line ?? '') ?? [];
  if (readyAt !== undefined) return { kind: 'runs beside', readyAt };
  const [, reason] = /^<!-- not run: (.+) -->$/.exec(line ?? '') ?? [];
  return reason === undefined ? undefined : { kind: 'not run', reason };
}

/** The blocks of shell of a page, in their order. */
export function shellBlocksOf(page: string): ShellBlock[] {
  const lines = page.split('\n');
  const fences = fencesOf(lines);
  return fences.flatMap((fence, i) => {
    if (fence.language !== 'sh') return [];
    const next = fences[i + 1];
    const follows = next?.start === fence.end + 2 && lines[fence.end + 1] === '';
    const shown = follows && next.language !== 'sh' ? next : undefined;
    const mark = markOf(lines[fence.start - 1]);
    return [{ line: fence.start + 1, code: fence.text, mark, shown }];
  });
}

/** How else a block of shell is marked, or how one begins that says nothing of being one. */
const COMMAND = /^(\$ |npm |npx |curl |docker |export |git |psql |pg_dump )/;

/** The lines of blocks that hold shell and are not fenced as `sh`, which nothing here would check. */
export function disguisedShellIn(page: string): number[] {
  return fencesOf(page.split('\n'))
    .filter(({ language, text }) => {
      if (/^(bash|shell|zsh|console|shell-session)$/.test(language)) return true;
      return (language === '' || language === 'text') && COMMAND.test(text.trimStart());
    })
    .map(({ start }) => start + 1);
}
