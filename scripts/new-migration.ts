import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER } from '#platform/db/read-migrations.ts';

const HEADER = `-- WHY this change, in one or two sentences.
--
-- Forward only, and one transaction. The previous release still runs while this is applied: add
-- first, and take away in a later release. An index stands in the file of the table it is for.
`;

/** Makes the next numbered migration from words such as \`add payers\`; returns its path. */
function makeMigration(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  if (name === '') throw new Error('name what it does: npm run db:new -- add payers');
  const applied = readdirSync(MIGRATIONS_FOLDER).filter((file) => file.endsWith('.sql'));
  const number = String(applied.length + 1).padStart(4, '0');
  const path = join(MIGRATIONS_FOLDER, `${number}_${name}.sql`);
  writeFileSync(path, HEADER, { flag: 'wx' });
  return path;
}

try {
  process.stdout.write(`${makeMigration(process.argv.slice(2).join(' '))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
