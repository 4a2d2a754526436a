/** Blocks requested at once. Public nodes allow 2,000 and more; fewer are tried when one refuses. */
const WINDOW_BLOCKS_MAX = 2_000n;
/**
 * Blocks requested at first, doubled with each round: the number of logs is not known yet, and of small
 * windows one is stored while the next are read.
 */
const FIRST_BLOCKS = 64n;
/** Windows answered in a row before one of a size that was refused is tried again: limits rarely move. */
const ANSWERS_BEFORE_TRYING = 16;
/** Logs wanted in one answer: what most providers allow, and what fits easily into memory. */
const LOGS_WANTED = 10_000;
/** What of a complaint is read: the other side writes as much as it likes. */
const MESSAGE_CHARACTERS_MAX = 1_000;

/** How many blocks to request at once, by the provider's answers. */
export interface WindowSize {
  readonly blocks: bigint;
  /** The smallest window that was refused of late; undefined when none was. */
  readonly refused: bigint | undefined;
  /** Windows answered since one was refused. */
  readonly answers: number;
}

/** The size at the start. */
export const FIRST_SIZE: WindowSize = {
  blocks: FIRST_BLOCKS,
  refused: undefined,
  answers: 0,
};

/**
 * The size after a window of so many blocks was refused: the range that its error message names, where it names
 * a smaller one, else half.
 */
export function afterRefusal(asked: bigint, message: string): WindowSize {
  const named = namedBlocks(message);
  const isUsable = named !== undefined && named > 0n && named < asked;
  const half = asked / 2n;
  return { blocks: isUsable ? named : half > 0n ? half : 1n, refused: asked, answers: 0 };
}

/**
 * The size after a window was answered with so many logs. It doubles with each answer as long as that
 * stays below what was refused; past that only after a run of answers, as limits may be lifted.
 */
export function afterAnswer(
  size: WindowSize,
  answer: { readonly blocks: bigint; readonly logs: number },
): WindowSize {
  if (answer.logs > LOGS_WANTED && answer.blocks > 1n) {
    const fitting = (answer.blocks * BigInt(LOGS_WANTED)) / BigInt(answer.logs);
    return { ...size, blocks: fitting > 0n ? fitting : 1n };
  }
  // An answer to a shorter window does not show the limit.
  if (answer.blocks < size.blocks || answer.logs * 2 > LOGS_WANTED) return size;
  const doubled = smaller(size.blocks * 2n, WINDOW_BLOCKS_MAX);
  if (size.refused === undefined || doubled < size.refused) return { ...size, blocks: doubled };
  const answers = size.answers + 1;
  if (answers < ANSWERS_BEFORE_TRYING) return { ...size, answers };
  return { blocks: doubled, refused: undefined, answers: 0 };
}

/**
 * The size after one poll at the head, where answers are too small to show a limit: after a run of
 * them it grows back to the start, so that a temporary limit does not last.
 */
export function afterWindow(size: WindowSize): WindowSize {
  if (size.blocks >= FIRST_BLOCKS) return size;
  const answers = size.answers + 1;
  if (answers < ANSWERS_BEFORE_TRYING) return { ...size, answers };
  return { blocks: smaller(size.blocks * 2n, FIRST_BLOCKS), refused: undefined, answers: 0 };
}

/** The size after windows failed again and again without a word about it; nothing is remembered against it. */
export function afterFailures(size: WindowSize): WindowSize {
  const half = size.blocks / 2n;
  return { ...size, blocks: half > 0n ? half : 1n };
}

/** `[0x1, 0x7d0]`: the range that a provider suggests. */
const HEX_RANGE = /\[\s*(0x[0-9a-f]{1,16})\s*,\s*(0x[0-9a-f]{1,16})\s*\]/i;
/** `range 3600741-3620740` */
const DECIMAL_RANGE = /range:?\s+(\d{1,15})\s*-\s*(\d{1,15})/i;
/**
 * `up to a 2K block range`, `limited to a 10,000 range`, `maximum block range: 50000`, `max is 1k
 * blocks`, `maximum is set to 1024`. A number of results is none of blocks.
 */
const NAMED_LIMITS: readonly RegExp[] = [
  /(?:up to|limited to|at most|limit of|max(?:imum)?(?: is| allowed)?:?)\s+(?:an?\s+)?([\d,]{1,12})\s*(k)?[\s-]*(?:blocks?|ranges?)\b/i,
  /(?:block range|range limit|blocks? limit|maximum|max)(?:\s+is)?(?:\s+set)?(?:\s+to)?\s*:?\s+([\d,]{1,12})\s*(k)?\b(?!\s*(?:results|logs))/i,
  /more than ([\d,]{1,12})\s*(k)?\s+blocks?\b/i,
];

/** The number of blocks that a provider's error message allows; undefined where it names none. */
function namedBlocks(complaint: string): bigint | undefined {
  const message = complaint.slice(0, MESSAGE_CHARACTERS_MAX);
  const [, from, to] = HEX_RANGE.exec(message) ?? DECIMAL_RANGE.exec(message) ?? [];
  if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n;
  for (const pattern of NAMED_LIMITS) {
    const [, digits, thousands] = pattern.exec(message) ?? [];
    if (digits === undefined) continue;
    const plain = digits.replaceAll(',', '');
    if (plain !== '') return BigInt(plain) * (thousands === undefined ? 1n : 1_000n);
  }
  return undefined;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
