import process from 'node:process';
import { NETWORK_IDS } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import { loadConfig } from '#platform/config/load.ts';
import { printProblems } from '#platform/config/print.ts';
import { findCollectorProblems, findSpenderProblems } from '../find-spender-problems.ts';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The exit code for a wrong configuration, as `sysexits.h` names it. */
const EXIT_CONFIG = 78;

/**
 * The configuration behind an environment. When anything is wrong with it, all of it is printed in
 * one table and the process ends with code 78.
 */
export function readConfig(environment: Environment): Config {
  const loaded = loadConfig(environment, NETWORK_IDS);
  const problems = loaded.ok
    ? [...findSpenderProblems(loaded.config.relayer), ...findCollectorProblems(loaded.config)]
    : loaded.problems;
  if (loaded.ok && problems.length === 0) return loaded.config;
  process.stderr.write(printProblems(problems));
  process.exit(EXIT_CONFIG);
}
