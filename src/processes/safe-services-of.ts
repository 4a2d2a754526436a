import type { NetworkId } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import { hostedServiceUrl, isHostedService } from '#providers/safe/public-addresses.ts';
import type { SafeServiceAddress } from '#providers/safe/safe-services.ts';

/**
 * The Safe service of each of these networks that has one: what the settings name, then the sandbox's own, then in
 * production with a key the public one. The key is sent to the public ones alone.
 */
export function safeServicesOf(
  { mode, safeServices: { urls, apiKey } }: Pick<Config, 'mode' | 'safeServices'>,
  networks: readonly NetworkId[],
  own: ReadonlyMap<NetworkId, string> = new Map(),
): ReadonlyMap<NetworkId, SafeServiceAddress> {
  const hasHosted = mode === 'production' && apiKey !== undefined;
  return new Map(
    networks.flatMap((id) => {
      const hosted = hasHosted ? hostedServiceUrl(id) : undefined;
      const url = urls.get(id) ?? own.get(id) ?? hosted;
      if (url === undefined) return [];
      return [[id, { url, apiKey: isHostedService(url) ? apiKey : undefined }] as const];
    }),
  );
}
