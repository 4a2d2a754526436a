import type { TestProject } from 'vitest/node';
import { openTestServer } from './open-test-server.ts';

/**
 * Where `UNIT_DATABASE_URL` is set, the unit tests use that server and all others the run's own: so one run
 * proves the oldest PostgreSQL that is supported and the one that is embedded.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['UNIT_DATABASE_URL'];
  if (given === undefined || given === '') return undefined;
  const { testServer, end } = await openTestServer(given);
  project.provide('testServer', testServer);
  return end;
}
