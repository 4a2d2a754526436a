import { NETWORK_IDS } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import { loadConfig } from '#platform/config/load.ts';

/** The configuration that an environment comes to; fails where a setting is wrong. */
export function configOf(environment: Record<string, string | undefined>): Config {
  const loaded = loadConfig(environment, NETWORK_IDS);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

/** What is wrong with an environment, by setting. */
export function problemsOf(
  environment: Record<string, string | undefined>,
): Record<string, string> {
  const loaded = loadConfig(environment, NETWORK_IDS);
  if (loaded.ok) return {};
  return Object.fromEntries(loaded.problems.map((found) => [found.setting, found.problem]));
}
