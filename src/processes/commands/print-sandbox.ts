import process from 'node:process';
import { z } from 'zod';
import { readSandboxFile } from '#sandbox/sandbox-file.ts';
import { type Environment, readConfig } from './read-config.ts';

/**
 * Prints what `sandbox.json` holds, or one value of it named by its path, such as `apiKey` or
 * `payee.destinationId`, so that scripts need no JSON tool. Exit code 1 when there is no such thing.
 */
export async function printSandbox(environment: Environment, path?: string): Promise<void> {
  const { home } = readConfig(environment);
  const file = await readSandboxFile(home);
  if (file === undefined) {
    process.stderr.write(`There is no sandbox in ${home} yet: run npm start first.\n`);
    process.exit(1);
  }
  const found = path === undefined ? file : path.split('.').reduce(memberOf, file);
  if (found === undefined) {
    process.stderr.write(`sandbox.json has no "${path}".\n`);
    process.exit(1);
  }
  process.stdout.write(`${typeof found === 'string' ? found : JSON.stringify(found, null, 2)}\n`);
}

function memberOf(value: unknown, name: string): unknown {
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  return object.success && Object.hasOwn(object.data, name) ? object.data[name] : undefined;
}
