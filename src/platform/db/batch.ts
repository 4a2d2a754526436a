import pg from 'pg';

interface BatchOptions<Row> {
  /** Writes rows in one statement, all or nothing. */
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** How many rows one statement takes at most. */
  readonly rowsMax: number;
  /** How many statements run at the same time at most. */
  readonly flushesMax: number;
}

/** Adds one row; resolves when it is durable, and rejects with the error of this row. */
export type AddToBatch<Row> = (row: Row) => Promise<void>;

interface Waiting<Row> {
  readonly row: Row;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The SQLSTATE classes that may be one row's fault: its values, a constraint, or a conflict with
 * another transaction. Any other failure, such as a server that is away, would meet each row alone.
 */
const ROW_FAULTS: readonly string[] = ['22', '23', '40'];

/**
 * Lets calls that come at the same time share one statement and one commit. A row waits only while
 * `flushesMax` statements are under way, never for company. When a statement is refused for the
 * sake of a row, each of its rows is tried again alone, so that a bad row cannot fail its neighbours.
 */
export function openBatch<Row>({ write, rowsMax, flushesMax }: BatchOptions<Row>): AddToBatch<Row> {
  const queue: Waiting<Row>[] = [];
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
  const flush = async (batch: readonly Waiting<Row>[]) => {
    flushes += 1;
    await settle(batch, write);
    flushes -= 1;
    plan();
  };
  return (row) =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject });
      plan();
    });
}

/** Tells every caller what became of its row. Never rejects. */
async function settle<Row>(
  batch: readonly Waiting<Row>[],
  write: BatchOptions<Row>['write'],
): Promise<void> {
  try {
    await write(batch.map(({ row }) => row));
    for (const { resolve } of batch) resolve();
  } catch (error) {
    if (batch.length > 1 && mayBeOneRow(error)) {
      for (const waiting of batch) await settle([waiting], write);
      return;
    }
    for (const { reject } of batch) reject(error);
  }
}

function mayBeOneRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ROW_FAULTS.includes(error.code?.slice(0, 2) ?? '');
}
