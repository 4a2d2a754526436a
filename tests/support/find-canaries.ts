import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';

/**
 * Which of these texts stand anywhere in a database, with the table: in a column of any type, plainly or in hex or base64 of bytes.
 */
export async function findCanaries(
  db: Database,
  canaries: readonly string[],
): Promise<readonly string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select whole::text as text from ${sql.table(name)} as whole`.execute(db);
    const all = rows.map(({ text }) => text).join('\n');
    found.push(...findIn(all, canaries).map((canary) => `${name}: ${canary}`));
  }
  return found;
}

/** Which of these texts stand in another, plainly or as the hex or base64 of their bytes. */
export function findIn(text: string, canaries: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries.filter((canary) => {
    const bytes = Buffer.from(canary);
    // The last character of base64 depends on what follows.
    const encoded = bytes.toString('base64').replaceAll('=', '').slice(0, -1);
    const hex = bytes.toString('hex');
    return lower.includes(canary.toLowerCase()) || lower.includes(hex) || text.includes(encoded);
  });
}
