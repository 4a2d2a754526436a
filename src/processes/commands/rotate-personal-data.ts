import process from 'node:process';
import { type Context, requireDataVault } from '#context.ts';
import type { DataVault } from '#kit/data-vault.ts';
import { countSealed, resealBatch, type SealedTable } from '#platform/db/reseal.ts';
import { SEALED_TABLES } from '../sealed-tables.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import { openProgress } from './progress.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** Locks rows for some milliseconds at a time, so that running processes do not wait. */
const BATCH_ROWS = 200;

/** What was done in one table. */
interface RotatedTable {
  readonly table: string;
  readonly resealed: number;
  readonly failed: number;
  /** How many values another key than the first has sealed still. */
  readonly left: number;
}

/**
 * Seals anew, with the first key of `PERSONAL_DATA_KEYS`, what other keys have sealed. It may run beside the processes, be ended at any
 * time and be run again. Exits with 1 where a value does not open, or another process still seals with another key.
 */
export async function rotatePersonalData(
  environment: Environment,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const dataVault = requireDataVault(ctx);
    const progress = openProgress();
    const tables: RotatedTable[] = [];
    for (const table of SEALED_TABLES) {
      tables.push(await rotateTable({ db: ctx.db, dataVault }, table, progress.report));
    }
    progress.end();
    const { sealingVersion } = dataVault;
    const about = `Sealed with key ${sealingVersion}. Keys of which nothing is left can be removed.`;
    const text = asTable(
      tables.map((row) => ({ ...row })),
      'There is no personal data.',
    );
    printAnswer(options, { keyVersion: sealingVersion, tables }, `${text}\n\n${about}`);
    if (tables.some(({ left }) => left > 0)) process.exitCode = 1;
  });
}

async function rotateTable(
  ctx: Pick<Context, 'db'> & { readonly dataVault: DataVault },
  sealed: SealedTable,
  report: (text: string) => void,
): Promise<RotatedTable> {
  let resealed = 0;
  let failed = 0;
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const batch = await resealBatch(ctx, sealed, { afterId, limit: BATCH_ROWS });
    for (const problem of batch.problems) process.stderr.write(`${problem}\n`);
    resealed += batch.resealed;
    failed += batch.problems.length;
    afterId = batch.lastId;
    report(`${sealed.table}: ${resealed} sealed anew`);
  }
  const counts = await countSealed(ctx, sealed);
  const others = [...counts].filter(([version]) => version !== ctx.dataVault.sealingVersion);
  const left = others.reduce((sum, [, count]) => sum + count, 0);
  return { table: sealed.table, resealed, failed, left };
}
