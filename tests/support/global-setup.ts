import type { TestProject } from 'vitest/node';
import { openTestServer } from './open-test-server.ts';
import { openSharedWorlds } from './shared-worlds.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * One server for the whole run: that of `DATABASE_URL` when it is set, else an embedded one. Nothing of the
 * run is left afterwards.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { testServer, end } = await openTestServer(process.env['DATABASE_URL']);
  const worlds = await openSharedWorlds(testServer);
  project.provide('testServer', testServer);
  project.provide('sharedWorlds', worlds.folder);
  return async () => {
    await worlds.end();
    await end();
  };
}
