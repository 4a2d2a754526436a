import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bug, invariant } from '#kit/failure.ts';

/** Where the migrations of this release stand. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** `0007_add_payers.sql`: the number orders it, the rest is for people. */
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** A step of the schema. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  /** Of the text: one that was applied is never edited. */
  readonly checksum: string;
}

/** All migrations of a folder in their order; throws where they are not numbered without gaps. */
export async function readMigrations(
  folder: string = MIGRATIONS_FOLDER,
): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)));
  for (const [i, migration] of migrations.entries()) {
    invariant(
      migration.number === i + 1,
      `migrations are numbered 0001, 0002 and so on without gaps, but ${migration.name} stands at place ${i + 1}`,
    );
  }
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const number = FILE_NAME.exec(file)?.[1];
  if (number === undefined) throw new Bug(`${file} is not named like 0001_platform.sql`);
  const text = await readFile(join(folder, file), 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  return { number: Number(number), name: file.slice(0, -'.sql'.length), text, checksum };
}
