import type { Config, ConfigProblem } from './config.ts';
import { isSandboxDataKey } from './personal-data-settings.ts';
import { isSandboxSecretKey, SECRET_KEY_CHARACTERS_MIN } from './secret-key.ts';

/** What production demands beyond the form of each setting. */
export function findProductionProblems(
  config: Config,
  env: Readonly<Record<string, string>>,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const problemOf = (setting: string, problem: string, value = '') =>
    problems.push({ setting, value, problem });
  if (env['DATABASE_URL'] === undefined) problemOf('DATABASE_URL', 'is required in production');
  if (!Object.keys(env).some((name) => name.startsWith('RPC_URL_'))) {
    problemOf('RPC_URL_<NETWORK>', 'is required in production for at least one network');
  }
  const weakness = weaknessOf(config.secretKey);
  if (weakness !== undefined) {
    problemOf('SECRET_KEY', weakness, config.secretKey === undefined ? '' : '(hidden)');
  }
  const key = config.relayer.key?.toLowerCase();
  if (key !== undefined && KNOWN_FRAGMENTS.some((fragment) => key.includes(fragment))) {
    problemOf('RELAYER_KEY', 'is a publicly known test key: set another one', '(hidden)');
  }
  problems.push(...findDataKeyProblems(config));
  problems.push(...findUrlProblems(config, env));
  return problems;
}

function findUrlProblems({ urls }: Config, env: Readonly<Record<string, string>>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const host of ['api', 'auth', 'pay', 'dashboard'] as const) {
    const setting = `${host.toUpperCase()}_URL`;
    const value = urls[host];
    // Without its URL no dashboard is served.
    if (env[setting] === undefined && host !== 'dashboard') {
      problems.push({ setting, value: '', problem: 'is required in production' });
    } else if (value !== undefined && !isSafe(value)) {
      const problem = 'must begin with https://; http:// is for localhost only';
      problems.push({ setting, value, problem });
    }
  }
  const { dashboard, api, auth, pay } = urls;
  if (pay !== undefined && pay === api) {
    const problem =
      'must be another origin than API_URL, so that the page and the API cannot act for each other';
    problems.push({ setting: 'PAY_URL', value: pay, problem });
  }
  if (dashboard !== undefined && [api, auth, pay].includes(dashboard)) {
    const problem =
      'must be another origin than API_URL, AUTH_URL and PAY_URL, so that no page can act for another host';
    problems.push({ setting: 'DASHBOARD_URL', value: dashboard, problem });
  }
  return problems;
}

function findDataKeyProblems({ personalDataKeys: keys = [] }: Config): readonly ConfigProblem[] {
  if (!keys.some(isSandboxDataKey)) return [];
  const problem = 'has the key of a sandbox: make another one';
  return [{ setting: 'PERSONAL_DATA_KEYS', value: '(hidden)', problem }];
}

/** A key with fewer different characters than this was typed, not generated. */
const DIFFERENT_CHARACTERS_MIN = 10;

/** Parts of publicly known keys: the test mnemonic of local nodes and its first accounts. */
const KNOWN_FRAGMENTS = [
  'test test test test test test test test test test test junk',
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
];

function weaknessOf(key: string | undefined): string | undefined {
  if (key === undefined) return 'is required in production: set it to `openssl rand -hex 32`';
  if (isSandboxSecretKey(key)) return 'is the key of a sandbox: set another one';
  if (KNOWN_FRAGMENTS.some((fragment) => key.toLowerCase().includes(fragment))) {
    return 'is a publicly known test key: set another one';
  }
  const tooShort = key.length < SECRET_KEY_CHARACTERS_MIN;
  if (tooShort || new Set(key).size < DIFFERENT_CHARACTERS_MIN) {
    return `must be at least ${SECRET_KEY_CHARACTERS_MIN} random characters: set it to \`openssl rand -hex 32\``;
  }
  return undefined;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOCAL_HOSTS.has(hostname);
}
