import type { z } from 'zod';
import type { ConfigProblem } from './config.ts';
import { NETWORK_SETTINGS, networkSuffix } from './network-schema.ts';
import { SETTINGS } from './schema.ts';
import { settingDescriptions } from './setting.ts';

/** The variables of an environment that hold something. */
export type Found = Readonly<Record<string, string>>;

/** An environment, the networks that there are, and where what is wrong is added. */
export interface NetworkSource {
  readonly env: Found;
  readonly networkIds: readonly string[];
  readonly problems: ConfigProblem[];
}

/** A setting that exists once for each network, by network id; what is wrong is reported and left out. */
export function parsePerNetwork<T>(
  prefix: string,
  schema: z.ZodType<T | undefined>,
  { env, networkIds, problems }: NetworkSource,
): Map<string, T> {
  const bySuffix = new Map(networkIds.map((id) => [networkSuffix(id), id]));
  const found = new Map<string, T>();
  for (const name of Object.keys(env).filter((candidate) => prefixOf(candidate) === prefix)) {
    const networkId = bySuffix.get(name.slice(prefix.length));
    if (networkId === undefined) {
      const known = [...bySuffix.keys()].map((suffix) => prefix + suffix).join(', ');
      problems.push(problemWith(name, env, `names no network; there are ${known}`));
      continue;
    }
    const parsed = schema.safeParse(env[name]);
    if (!parsed.success) {
      problems.push(problemWith(name, env, parsed.error.issues[0]?.message ?? 'is wrong'));
    } else if (parsed.data !== undefined) {
      found.set(networkId, parsed.data);
    }
  }
  return found;
}

/** The longest prefix that a name begins with; a setting with its own name does not belong to a network. */
function prefixOf(name: string): string | undefined {
  if (Object.hasOwn(SETTINGS.shape, name)) return undefined;
  return Object.keys(NETWORK_SETTINGS)
    .filter((prefix) => name.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** The settings whose values no table may show. */
function isSecret(name: string): boolean {
  const known = Object.entries({ ...SETTINGS.shape, ...NETWORK_SETTINGS });
  const schema = known.find(([key]) => (key.endsWith('_') ? name.startsWith(key) : name === key));
  return schema === undefined || settingDescriptions.get(schema[1])?.secret === true;
}

/** What is wrong with a setting, and its value unless that is secret. */
export function problemWith(setting: string, env: Found, problem: string): ConfigProblem {
  const value = env[setting] ?? '';
  return { setting, value: value !== '' && isSecret(setting) ? '(hidden)' : value, problem };
}
