import type { TestProject } from 'vitest/node';
import { openTestServer } from './open-test-server.ts';
import { buildProgram } from './program.ts';
import { openSharedWorlds } from './shared-worlds.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** Where it is given, that of the unit tests. */
    unitServer: TestServer | undefined;
  }
}

/**
 * What the projects of a run need before their first worker starts, all at once: with one after the other most cores would wait.
 * One server for the whole run: that of `DATABASE_URL` when it is set, else an embedded one. Nothing of the
 * run is left afterwards.
 */
export async function setup(root: TestProject): Promise<() => Promise<void>> {
  const has = (...kinds: readonly string[]) =>
    // The whole run is one project without a name.
    root.vitest.projects.some(({ name }) => name === '' || kinds.includes(name));
  const [{ testServer, end }, unit, endProgram] = await Promise.all([
    openTestServer(process.env['DATABASE_URL']),
    has('unit') ? openUnitServer() : undefined,
    has('browser', 'conformance', 'journeys', 'storm') ? buildProgram() : undefined,
    // Unpacked here, so that no test waits for that.
    has('browser') ? unpackBrowser() : undefined,
  ]);
  const worlds = await openSharedWorlds(testServer);
  root.provide('testServer', testServer);
  root.provide('unitServer', unit?.testServer);
  root.provide('sharedWorlds', worlds.folder);
  return async () => {
    await worlds.end();
    await Promise.all([end(), unit?.end(), endProgram?.()]);
  };
}

/** Loads what drives browsers only where there will be one. */
async function unpackBrowser(): Promise<unknown> {
  return await (await import('../browser/support/chromium.ts')).findChromium();
}

/**
 * Where `UNIT_DATABASE_URL` is set, the unit tests use that server and all others the run's own: so one run
 * proves the oldest PostgreSQL that is supported and the one that is embedded.
 */
async function openUnitServer() {
  const given = process.env['UNIT_DATABASE_URL'];
  return given === undefined || given === '' ? undefined : await openTestServer(given);
}
