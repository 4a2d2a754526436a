import type { Chain } from '#chains/chain.ts';
import type { Config } from '#platform/config/config.ts';
import { networkSuffix } from '#platform/config/network-schema.ts';

/** What is found of the contract that takes instalments on one network. */
interface ProxyFinding {
  readonly about: string;
  readonly ok: boolean;
  readonly warns: boolean;
  readonly text: string;
}

/**
 * Asks each network where something is sent whether its contract takes instalments of recurring payouts from this sender. None of it stops
 * a start: recurring payouts are refused there, which is a warning. Where no key is set, one line says what is refused everywhere.
 */
export async function checkRecurringProxies(
  { relayer }: Pick<Config, 'relayer'>,
  chains: readonly Chain[],
): Promise<ProxyFinding[]> {
  const findings = chains.map(async (chain) => {
    const isOwn = relayer.recurringProxies.has(chain.network.id);
    return await checkProxy(chain, isOwn);
  });
  return [...withoutKey(chains), ...(await Promise.all(findings)).flat()];
}

/** Nothing is refused by mistake where an operator wants none of it, so this is no warning. */
function withoutKey(chains: readonly Chain[]): ProxyFinding[] {
  // The nodes that a sandbox makes for itself are not among these, and need no key.
  if (chains.length === 0 || chains.some(({ sender }) => sender !== undefined)) return [];
  const text =
    'is not set: recurring payouts are refused, and so is what this installation would send for commerce payments; their calldata is prepared';
  return [{ about: 'RELAYER_KEY', ok: true, warns: false, text }];
}

async function checkProxy(
  { network, schedules, sender }: Chain,
  isOwn: boolean,
): Promise<ProxyFinding[]> {
  if (schedules === undefined || sender === undefined) return [];
  const { proxyAddress } = schedules;
  const about = `recurring proxy ${network.id}`;
  try {
    const state = await schedules.readProxy();
    const setting = `RECURRING_PROXY_${networkSuffix(network.id)}`;
    const problems = [
      ...(state.isPaused ? ['is paused'] : []),
      ...(state.isSenderAllowed
        ? []
        : [
            isOwn
              ? `does not name ${sender.address} as relayer`
              : `is that of its admin, who does not name ${sender.address} as relayer; deploy your own and name it in ${setting}`,
          ]),
      ...(state.paysThroughKnownProxy
        ? []
        : ['pays through another fee proxy than the published one']),
    ];
    if (!state.isDeployed) problems.splice(0, problems.length, 'is not that contract');
    const text =
      problems.length === 0
        ? `takes instalments from ${sender.address}`
        : `${problems.join(', and ')}: recurring payouts are refused`;
    return [{ about, ok: true, warns: problems.length > 0, text: `${proxyAddress} ${text}` }];
  } catch (error) {
    const text = `is not known: ${error instanceof Error ? error.message : String(error)}`;
    return [{ about, ok: true, warns: true, text: `${proxyAddress} ${text}` }];
  }
}
