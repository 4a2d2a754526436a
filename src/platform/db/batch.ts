import pg from 'pg';

interface BatchOptions<Row, Answer> {
  /** Serves rows by one statement, all or nothing; returns the result of each. */
  readonly run: (rows: readonly Row[]) => Promise<(row: Row) => Answer>;
  /** How many rows one statement takes at most; a default where it is not given. */
  readonly rowsMax?: number;
  /** How many statements run at the same time at most. */
  readonly flushesMax?: number;
  /** A statement that takes longer than this no longer blocks those that wait, in milliseconds. */
  readonly slowMs?: number;
}

/** Adds one row; resolves when it was served, and rejects with the error of this row. */
export type AddToBatch<Row, Answer> = (row: Row) => Promise<Answer>;

interface Waiting<Row, Answer> {
  readonly row: Row;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Bounds how long a statement runs, and how many rows are tried alone because of one that fails. */
const ROWS_MAX = 200;

/** While one is under way this process prepares the next; more only make smaller batches. */
const FLUSHES_MAX = 1;

/** Far longer than a shared statement takes; a slower one waits for a lock, a disk or a lost server. */
const SLOW_MS = 100;

/**
 * The SQLSTATE classes that may be one row's fault: its values, a constraint, or a conflict with
 * another transaction. Any other failure, such as a server that is away, would meet each row alone.
 */
const ROW_FAULTS: readonly string[] = ['22', '23', '40'];

/**
 * Lets calls that come at the same time share one statement, which begins after the last of them
 * arrived. A row waits only while `flushesMax` statements are running that are not slow, never for
 * more rows. When a statement fails because of a row, each of its rows is tried again alone,
 * so that a bad row cannot fail the others.
 */
export function openBatch<Row, Answer = void>({
  run,
  rowsMax = ROWS_MAX,
  flushesMax = FLUSHES_MAX,
  slowMs = SLOW_MS,
}: BatchOptions<Row, Answer>): AddToBatch<Row, Answer> {
  const queue: Waiting<Row, Answer>[] = [];
  let flushes = 0;
  let planned = false;

  const plan = () => {
    if (planned || queue.length === 0 || flushes >= flushesMax) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      void flush(queue.splice(0, rowsMax));
      plan();
    });
  };
  const flush = async (batch: readonly Waiting<Row, Answer>[]) => {
    flushes += 1;
    let counts = true;
    const waitForCapacity = () => {
      if (!counts) return;
      counts = false;
      flushes -= 1;
      plan();
    };
    const slow = setTimeout(waitForCapacity, slowMs);
    await settle(batch, run);
    clearTimeout(slow);
    waitForCapacity();
  };
  return (row) =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject });
      plan();
    });
}

/** Settles the promise of every caller with the result of its row. Never rejects. */
async function settle<Row, Answer>(
  batch: readonly Waiting<Row, Answer>[],
  run: BatchOptions<Row, Answer>['run'],
): Promise<void> {
  try {
    const answerOf = await run(batch.map(({ row }) => row));
    for (const { row, resolve } of batch) resolve(answerOf(row));
  } catch (error) {
    if (batch.length > 1 && mayBeOneRow(error)) {
      for (const waiting of batch) await settle([waiting], run);
      return;
    }
    for (const { reject } of batch) reject(error);
  }
}

function mayBeOneRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ROW_FAULTS.includes(error.code?.slice(0, 2) ?? '');
}
