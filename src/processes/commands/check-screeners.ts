import { isNetworkId, NETWORK_IDS, NETWORKS } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import type { WalletScreener } from '#providers/wallet-screener.ts';
import { screenersAt } from '../screeners-of.ts';

/** What is found of a vendor that screens wallets. */
interface ScreenerFinding {
  readonly about: string;
  readonly ok: true;
  readonly warns: boolean;
  readonly text: string;
}

/** A wallet of everybody, whose key is public: a query about it gives nobody away. */
const QUERIED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/**
 * Whether each vendor of the settings judges a wallet. None of it stops a start: wallets that a policy names the vendor for do not
 * pay while it fails. Asks each once, which the vendor may charge.
 */
export async function checkScreeners(
  config: Pick<Config, 'hypernative' | 'merkleScience' | 'screeningTimeoutMs' | 'rpcUrls'>,
): Promise<readonly ScreenerFinding[]> {
  if (config.hypernative === undefined && config.merkleScience === undefined) return [];
  const outbound = openOutbound({ privateAddresses: 'allow' });
  try {
    const screeners = [...screenersAt(config, outbound).values()];
    return await Promise.all(screeners.map((screener) => checkScreener(screener, config)));
  } finally {
    await outbound.close();
  }
}

async function checkScreener(
  screener: WalletScreener,
  { screeningTimeoutMs: timeoutMs, rpcUrls }: Pick<Config, 'screeningTimeoutMs' | 'rpcUrls'>,
): Promise<ScreenerFinding> {
  const about = `screening by ${screener.name}`;
  const covered = NETWORK_IDS.filter((id) => screener.covers(id));
  const network = covered.find((id) => NETWORKS[id].family === 'evm');
  const missing = [...rpcUrls.keys()].filter((id) => isNetworkId(id) && !covered.includes(id));
  const gaps = missing.length === 0 ? '' : `, but no wallets of ${missing.join(', ')}`;
  if (network === undefined) {
    return { about, ok: true, warns: true, text: 'not asked: it has no EVM network' };
  }
  try {
    const query = { walletAddress: QUERIED, policyId: undefined, direction: 'incoming' } as const;
    const { level } = await screener.screen({ ...query, network, timeoutMs });
    return { about, ok: true, warns: gaps !== '', text: `answers, level ${level}${gaps}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `${reason}: wallets that a policy names it for do not pay meanwhile`;
    return { about, ok: true, warns: true, text };
  }
}
