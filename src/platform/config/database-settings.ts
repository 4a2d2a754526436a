import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { number, urlOf } from './value-forms.ts';

/** The settings about the database. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: setting(urlOf(['postgres:', 'postgresql:']), {
    meaning: 'The PostgreSQL database, of version 15 or later.',
    unit: '`postgres:` URL',
    example: 'postgres://florin:password@localhost:5432/florin',
    otherwise: 'the embedded PostgreSQL in the sandbox; required in production',
    secret: true,
  }),
  DATABASE_CONNECTIONS_MAX: setting(number({ min: 2, max: 1_000 }), {
    meaning: 'How many database connections one process opens at most.',
    unit: 'connections',
    example: '20',
    otherwise: '`10`',
  }),
  DATABASE_FOLDER: setting(z.string(), {
    meaning:
      'A folder on the disk of the database of `DATABASE_URL`, such as its data folder, where this machine has it: how much is free there is watched, with alarms before the disk is full. Nothing in the folder is read.',
    unit: 'path of a folder that is there',
    example: '/var/lib/postgresql',
    otherwise: 'that disk is not watched',
  }),
};

const shape = z.object(DATABASE_SETTINGS);
type DatabaseSettings = z.output<typeof shape>;

/** What these settings come to. */
export function databaseOf(
  settings: DatabaseSettings,
): Pick<Config, 'databaseUrl' | 'databaseConnectionsMax' | 'databaseFolder'> {
  return {
    databaseUrl: settings.DATABASE_URL,
    databaseConnectionsMax: settings.DATABASE_CONNECTIONS_MAX ?? 10,
    databaseFolder: settings.DATABASE_FOLDER,
  };
}

/** A sandbox finds the disk of its own database itself, so the folder would be of another one. */
export function findDatabaseProblems(
  { DATABASE_FOLDER: folder, DATABASE_URL: url }: DatabaseSettings,
  mode: Config['mode'] | undefined,
): readonly (readonly [setting: string, problem: string])[] {
  if (folder === undefined || url !== undefined || mode !== 'sandbox') return [];
  const problem =
    'needs DATABASE_URL: the disk of the sandbox’s own database is watched without it';
  return [['DATABASE_FOLDER', problem]];
}
