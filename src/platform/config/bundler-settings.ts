import type { BundlerSettings, Config, SponsorshipBudgets } from './config.ts';
import { NETWORK_SETTINGS } from './network-schema.ts';
import { type NetworkSource, parsePerNetwork, problemWith } from './parse-per-network.ts';

/** The bundler and the paymaster of each network that has one; a paymaster alone is reported. */
export function bundlersOf(source: NetworkSource): ReadonlyMap<string, BundlerSettings> {
  const { BUNDLER_URL_, PAYMASTER_URL_, PAYMASTER_CONTEXT_ } = NETWORK_SETTINGS;
  const urls = parsePerNetwork('BUNDLER_URL_', BUNDLER_URL_, source);
  const paymasters = parsePerNetwork('PAYMASTER_URL_', PAYMASTER_URL_, source);
  const contexts = parsePerNetwork('PAYMASTER_CONTEXT_', PAYMASTER_CONTEXT_, source);
  const { env, problems } = source;
  const names = Object.keys(env);
  for (const [prefix, needed] of NEEDS) {
    for (const name of names.filter((one) => one.startsWith(prefix))) {
      const other = needed + name.slice(prefix.length);
      if (env[other] !== undefined) continue;
      problems.push(problemWith(name, env, `has no effect without ${other}`));
    }
  }
  return new Map(
    [...urls].map(([id, url]) => {
      const paymaster = { url: paymasters.get(id), context: contexts.get(id) };
      return [id, { url, paymasterUrl: paymaster.url, paymasterContext: paymaster.context }];
    }),
  );
}

/** A setting of a network, and the one without which it does nothing. */
const NEEDS = [
  ['PAYMASTER_URL_', 'BUNDLER_URL_'],
  ['PAYMASTER_CONTEXT_', 'PAYMASTER_URL_'],
] as const;

/**
 * What payments on a network carry for the gas that its paymaster pays, in dollars. One without a receiver or, but in a sandbox, which brings its
 * own, without a paymaster is reported.
 */
export function paymasterFeesOf(
  source: NetworkSource,
  mode: Config['mode'] | undefined,
): ReadonlyMap<string, string> {
  const prefix = 'PAYMASTER_FEE_USD_';
  const { env, problems } = source;
  for (const name of Object.keys(env).filter((one) => one.startsWith(prefix))) {
    const paymaster = `PAYMASTER_URL_${name.slice(prefix.length)}`;
    const needed = mode === 'sandbox' ? [] : [paymaster];
    for (const other of [...needed, 'PROTOCOL_FEE_ADDRESS']) {
      if (env[other] !== undefined) continue;
      problems.push(problemWith(name, env, `has no effect without ${other}`));
    }
  }
  return parsePerNetwork(prefix, NETWORK_SETTINGS[prefix], source);
}

/** What their operations may cost. */
export function sponsorshipBudgetsOf(source: NetworkSource): SponsorshipBudgets {
  const { PAYMASTER_BUDGET_, PAYMASTER_TOTAL_BUDGET_ } = NETWORK_SETTINGS;
  return {
    ofAccount: parsePerNetwork('PAYMASTER_BUDGET_', PAYMASTER_BUDGET_, source),
    ofAll: parsePerNetwork('PAYMASTER_TOTAL_BUDGET_', PAYMASTER_TOTAL_BUDGET_, source),
  };
}
