import process from 'node:process';
import { publicUrls } from '#platform/config/public-urls.ts';
import { readSandboxFile } from '#sandbox/sandbox-file.ts';
import { type Environment, readConfig } from './read-config.ts';

/** A container's probe should not wait longer than its own timeout, which is usually 5 s or more. */
const TIMEOUT_MS = 4_000;

/** Checks whether the API of this configuration is ready; exit code 0 if so, 1 otherwise. */
export async function checkHealth(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  const sandbox = config.mode === 'sandbox' ? await readSandboxFile(config.home) : undefined;
  // Inside a container the public address may lead somewhere else, so the port is called directly.
  const own = publicUrls({ host: config.host, urls: NO_URLS }, config.ports).api;
  const url = `${sandbox?.apiUrl ?? own}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  const text = answer === undefined ? `no answer from ${url}` : await answer.text();
  process.stdout.write(`${text}\n`);
  process.exitCode = answer?.ok === true ? 0 : 1;
}

const NO_URLS = { api: undefined, auth: undefined, pay: undefined, dashboard: undefined };
