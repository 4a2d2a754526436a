import type { Chain } from '#chains/chain.ts';
import type { Config } from '#platform/config/config.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openBundlers } from '#providers/bundler/open-bundlers.ts';
import { bundlerAddressesOf, bundlersOf } from '../bundlers-of.ts';

/** What was found of a bundler. */
interface BundlerFinding {
  readonly about: string;
  readonly ok: boolean;
  readonly warns?: boolean;
  readonly text: string;
}

/** Whether each bundler answers, and for which chain. One that is silent stops no payment; one of another chain is a mistake. */
export async function checkBundlers(
  config: Config,
  chains: readonly Chain[],
): Promise<readonly BundlerFinding[]> {
  const services = bundlersOf(
    config,
    chains.map(({ network }) => network.id),
  );
  if (services.size === 0) return [];
  const outbound = openOutbound({ privateAddresses: bundlerAddressesOf(config) });
  const { readChainId, readEntryPoints, sponsored } = openBundlers({ outbound, services });
  const findings = chains
    .filter(({ network }) => services.has(network.id))
    .map(async ({ network: { id, name, chainId } }): Promise<BundlerFinding> => {
      const about = `bundler ${id}`;
      try {
        const served = await readChainId(id);
        if (served !== BigInt(chainId)) {
          return { about, ok: false, text: `serves chain ${served}, but ${name} is ${chainId}` };
        }
        const entryPoints = await readEntryPoints(id);
        const gas = sponsored.includes(id) ? 'a paymaster pays gas' : 'accounts pay their gas';
        return { about, ok: true, text: `sends through ${entryPoints.join(', ')}; ${gas}` };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const text = `does not answer: ${reason}. Smart accounts pay by transactions of their own`;
        return { about, ok: true, warns: true, text };
      }
    });
  const found = await Promise.all(findings);
  await outbound.close();
  return found;
}
