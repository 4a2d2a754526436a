import { sql } from 'kysely';
import { type DataVault, UnopenedData } from '#kit/data-vault.ts';
import type { Database } from './database.ts';
import { transact } from './transact.ts';

/**
 * A table with sealed personal data. It has the columns `id` and `account_id`, and for the sealed column `x` a column
 * `x_key_version`; both are null together, where nothing is stored.
 */
export interface SealedTable {
  readonly table: string;
  readonly column: string;
}

interface SealedRow {
  readonly id: string;
  readonly account_id: string;
  readonly bytes: Buffer;
  readonly key_version: number;
}

interface ResealContext {
  readonly db: Database;
  readonly dataVault: DataVault;
}

/** What came of a batch. */
export interface ResealedBatch {
  readonly resealed: number;
  /** Why each row that did not open stays as it is. */
  readonly problems: readonly string[];
  /** The last id that was looked at; undefined at the end of the table. */
  readonly lastId: string | undefined;
}

/**
 * Seals up to `limit` values of a table anew that another key than the first sealed, after the row `afterId`. One transaction, so
 * that a killed run loses nothing; a value that is written meanwhile is left to its writer. A value that does not open stays.
 */
export async function resealBatch(
  ctx: ResealContext,
  { table, column }: SealedTable,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<ResealedBatch> {
  return await transact(ctx, async ({ db, dataVault }) => {
    const version = sql.ref(`${column}_key_version`);
    const { rows } = await sql<SealedRow>`
      select id, account_id, ${sql.ref(column)} as bytes, ${version} as key_version
      from ${sql.table(table)}
      where id > ${afterId} and ${version} <> ${dataVault.sealingVersion}
      order by id limit ${limit} for update`.execute(db);
    const problems: string[] = [];
    for (const row of rows) {
      const place = { accountId: row.account_id, table, column, id: row.id };
      const plain = openRow(dataVault, row, { place, problems });
      if (plain === undefined) continue;
      const sealed = dataVault.seal(plain, place);
      await sql`
        update ${sql.table(table)}
        set ${sql.ref(column)} = ${sealed.bytes}, ${version} = ${sealed.keyVersion}
        where id = ${row.id} and ${version} = ${row.key_version}`.execute(db);
    }
    const isFull = rows.length === limit;
    const lastId = isFull ? rows.at(-1)?.id : undefined;
    return { resealed: rows.length - problems.length, problems, lastId };
  });
}

function openRow(
  vault: DataVault,
  { bytes, key_version: keyVersion }: SealedRow,
  { place, problems }: { readonly place: Parameters<DataVault['open']>[1]; problems: string[] },
): string | undefined {
  try {
    return vault.open({ bytes, keyVersion }, place);
  } catch (error) {
    if (!(error instanceof UnopenedData)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

/** How many values of a table each version of a key sealed, the highest version first. */
export async function countSealed(
  { db }: { readonly db: Database },
  { table, column }: SealedTable,
): Promise<ReadonlyMap<number, number>> {
  const version = sql.ref(`${column}_key_version`);
  const { rows } = await sql<{ version: number; count: string }>`
    select ${version} as version, count(*) as count from ${sql.table(table)}
    where ${version} is not null group by 1 order by 1 desc`.execute(db);
  return new Map(rows.map(({ version, count }) => [version, Number(count)]));
}
