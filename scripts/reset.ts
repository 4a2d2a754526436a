import { rm } from 'node:fs/promises';
import { lockHome } from '#platform/lock-home.ts';
import { eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { TEMPLATES_FOLDER } from '#sandbox/database/template.ts';
import { readConfig } from '../src/processes/commands/read-config.ts';

/**
 * Throws the sandbox's data away, and what new databases are copied from, so that the next start begins afresh. Refuses
 * while a Florin runs on it, and does nothing to production, which keeps nothing in a data folder.
 */
const config = readConfig(process.env);
if (config.mode !== 'sandbox') {
  process.stderr.write('This is not a sandbox: production keeps nothing in a data folder.\n');
  process.exit(1);
}
const unlock = await lockHome(config.home).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
await eraseEmbeddedPostgres(config.home);
await unlock();
await rm(config.home, { recursive: true, force: true });
// Those of another user cannot be removed, and are not copied either.
await rm(TEMPLATES_FOLDER, { recursive: true, force: true }).catch(() => undefined);
process.stdout.write(`Removed ${config.home}; npm start begins afresh.\n`);
