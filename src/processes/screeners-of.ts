import { isNetworkId, NETWORK_IDS, type NetworkId } from '#catalog/networks.ts';
import { type Clock, elapsedMs } from '#kit/clock.ts';
import type {
  Config,
  HypernativeSettings,
  MerkleScienceSettings,
} from '#platform/config/config.ts';
import type { Meter } from '#platform/metrics.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import type { Shutdown } from '#platform/shutdown.ts';
import { openHypernative } from '#providers/hypernative/hypernative-screener.ts';
import { openMerkleScience } from '#providers/merkle-science/merkle-science-screener.ts';
import { observeCalls } from '#providers/observe-calls.ts';
import { observeScreener } from '#providers/observe-vendors.ts';
import type { WalletScreener, WalletScreeners } from '#providers/wallet-screener.ts';
import type { SandboxScreening } from '#sandbox/screening-address.ts';

interface ScreenersInput {
  readonly config: Pick<Config, 'hypernative' | 'merkleScience'>;
  /** The sandbox's own vendors; the settings go before them. */
  readonly screening?: SandboxScreening | undefined;
}

/** Opens the vendors that screen wallets: those of the settings, else the sandbox's own. Nothing is sent yet. */
export function openScreeners(
  { config, screening }: ScreenersInput,
  {
    meter,
    shutdown,
    now,
  }: { readonly meter: Meter; readonly shutdown: Pick<Shutdown, 'add'>; readonly now: Clock },
): WalletScreeners {
  const hypernative = config.hypernative ?? (screening && sandboxHypernative(screening));
  const merkleScience = config.merkleScience ?? (screening && sandboxMerkleScience(screening));
  if (hypernative === undefined && merkleScience === undefined) return new Map();
  // The hosts are the operator's choice, so they may be on a private network.
  const outbound = openOutbound({ privateAddresses: 'allow', meter });
  shutdown.add('connections to vendors that screen wallets', () => outbound.close());
  const screeners = [...screenersAt({ hypernative, merkleScience }, outbound)];
  return new Map(
    screeners.map(([name, screener]) => [
      name,
      observeScreener(screener, observeCalls(elapsedMs, now)),
    ]),
  );
}

/** The adapters of the vendors that are configured. */
export function screenersAt(
  { hypernative, merkleScience }: Pick<Config, 'hypernative' | 'merkleScience'>,
  outbound: Outbound,
): WalletScreeners {
  const opened: WalletScreener[] = [];
  if (hypernative !== undefined) {
    opened.push(openHypernative({ ...hypernative, outbound, baseUrl: hypernative.url }));
  }
  if (merkleScience !== undefined) {
    const blockchains = new Map(
      [...merkleScience.blockchains].filter((one): one is [NetworkId, string] =>
        isNetworkId(one[0]),
      ),
    );
    opened.push(
      openMerkleScience({ ...merkleScience, outbound, baseUrl: merkleScience.url, blockchains }),
    );
  }
  return new Map(opened.map((screener) => [screener.name, screener]));
}

/** What the vendors of a sandbox take; they check no key. */
const SANDBOX_KEY = 'florin-sandbox';
const SANDBOX_REJECT_LEVEL = 3;

const sandboxHypernative = ({ url, alertKeys }: SandboxScreening): HypernativeSettings => ({
  url: `${url}/hypernative`,
  clientId: SANDBOX_KEY,
  clientSecret: SANDBOX_KEY,
  alertKeys: alertKeys && [alertKeys.hypernative],
});

const sandboxMerkleScience = ({ url, alertKeys }: SandboxScreening): MerkleScienceSettings => ({
  url: `${url}/merklescience`,
  apiKey: SANDBOX_KEY,
  blockchains: new Map(NETWORK_IDS.map((id) => [id, id])),
  rejectLevel: SANDBOX_REJECT_LEVEL,
  alertKeys: alertKeys && [alertKeys.merklescience],
});
