import type pg from 'pg';
import type { FinalityRule, Network, NetworkId } from '#catalog/networks.ts';
import type { Chains } from '#chains/chain.ts';
import type { ListenToHeads } from '#chains/following/heads.ts';
import { connectChains } from '#chains/registry.ts';
import type { Context, Settings } from '#context.ts';
import type { HostUrls } from '#hosts/host-urls.ts';
import { elapsedMs, type OffsetClock, systemClock } from '#kit/clock.ts';
import { type DataKey, openDataVault } from '#kit/data-vault.ts';
import { openVault, systemRandom } from '#kit/secret.ts';
import { openShortCache } from '#kit/short-cache.ts';
import { idMaker, orderedIdMaker } from '#kit/ulid.ts';
import type {
  Config,
  IdentityVendorSettings,
  OffRampSettings,
  RouteProviderSettings,
} from '#platform/config/config.ts';
import { servesDashboard } from '#platform/config/public-urls.ts';
import type { Confirmations } from '#platform/config/value-forms.ts';
import { type Listening, listen } from '#platform/db/listen.ts';
import { notifyAfterCommits } from '#platform/db/notify.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { type DiskSpace, watchDisks } from '#platform/disk-space.ts';
import { plainStore } from '#platform/http/rate-limit.ts';
import type { Log } from '#platform/log.ts';
import { openMeter, type ReadableMeter } from '#platform/metrics.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import type { Shutdown } from '#platform/shutdown.ts';
import { openThrottle } from '#platform/throttle.ts';
import { openBridgeProvider } from '#providers/bridge-xyz/bridge-provider.ts';
import { openBundlers } from '#providers/bundler/open-bundlers.ts';
import type { Bundlers } from '#providers/bundler.ts';
import { cacheQuotes } from '#providers/cache-quotes.ts';
import { countQuotes } from '#providers/count-quotes.ts';
import type { IdentityProviders } from '#providers/identity-provider.ts';
import { openLifiProvider } from '#providers/lifi/lifi-provider.ts';
import { observeCalls } from '#providers/observe-calls.ts';
import { observeProvider } from '#providers/observe-provider.ts';
import { observeOffRamp } from '#providers/observe-vendors.ts';
import type { OffRampProvider } from '#providers/off-ramp-provider.ts';
import type { RouteProvider } from '#providers/route-provider.ts';
import { openSafeServices } from '#providers/safe/safe-services.ts';
import type { SafeService } from '#providers/safe-service.ts';
import { bundlerUrlsOf, type SandboxBundler } from '#sandbox/bundler-address.ts';
import { type SandboxSafeService, safeServiceUrlsOf } from '#sandbox/safe-service-address.ts';
import type { SandboxScreening } from '#sandbox/screening-address.ts';
import { agreementFor } from './agreement.ts';
import { budgetsOf } from './budgets-of.ts';
import { bundlerAddressesOf, bundlersOf } from './bundlers-of.ts';
import { connectionsOf } from './connections-of.ts';
import { identityProvidersOf } from './identity-providers-of.ts';
import { safeServicesOf } from './safe-services-of.ts';
import { openScreeners } from './screeners-of.ts';
import { watchedFoldersOf } from './watched-folders.ts';

/** What the environment and, in the sandbox, its own servers come to. */
export interface WiringInput {
  readonly config: Config;
  readonly databaseUrl: string;
  /** By network id. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** By network id: what calls back at each new block of a node that this process runs itself. */
  readonly listenTo?: ReadonlyMap<string, ListenToHeads>;
  readonly secretKey: string;
  /** Undefined where no personal data is stored. */
  readonly personalDataKeys?: readonly DataKey[] | undefined;
  readonly urls: HostUrls;
  readonly log: Log;
  /** The clock of a sandbox, which can be moved; without it the machine's. */
  readonly clock?: OffsetClock;
  /** The sandbox's own, where it has one; the settings go before it. */
  readonly routeProvider?: RouteProviderSettings | undefined;
  /** The sandbox's own, where it has one; the settings go before it. */
  readonly safeService?: SandboxSafeService | undefined;
  /** The sandbox's own, where it has one; the settings go before it. */
  readonly offRamp?: OffRampSettings | undefined;
  /** The sandbox's own, where it has one; the settings go before it. */
  readonly identityProvider?: IdentityVendorSettings | undefined;
  /** The sandbox's own, where it has one; the settings go before it. */
  readonly bundler?: SandboxBundler | undefined;
  /** The sandbox's own vendors, where it has them; the settings go before them. */
  readonly screening?: SandboxScreening | undefined;
}

/** Everything that the engines of one process share. */
export interface Wiring {
  readonly input: WiringInput;
  /** Acts as Florin itself; endpoints make their own with the caller's actor. */
  readonly ctx: Context;
  readonly pool: pg.Pool;
  readonly listening: Listening;
  readonly outbound: Outbound;
  /** What the process counts of itself; the context's meter is the same one. */
  readonly meter: ReadableMeter;
}

/** Opens external systems and makes the context that verbs are handed. Nothing is asked of them yet. */
export function wire(input: WiringInput, shutdown: Shutdown): Wiring {
  const { config, log } = input;
  const { now } = clockOf(input);
  const { db, pool, close } = openDatabase(input.databaseUrl, {
    log,
    connectionsMax: config.databaseConnectionsMax,
  });
  shutdown.add('database connections', close);
  const listening = listen(input.databaseUrl, { log });
  notifyAfterCommits(db, listening.notifier);
  shutdown.add('listening connection', () => listening.close());
  const meter = openMeter();
  const chains = connectChains(connectionsOf(config, input.rpcUrls, input.listenTo), {
    log,
    meter,
    now,
  });
  shutdown.add('nodes', () => chains.close());
  const outbound = openOutbound({
    privateAddresses: config.webhookPrivateAddresses,
    meter,
  });
  shutdown.add('outgoing connections', () => outbound.close());
  const ctx: Context = {
    actor: { kind: 'system' },
    requestMetadata: undefined,
    now,
    newId: idMaker(now),
    newOrderedId: orderedIdMaker(now),
    random: systemRandom,
    vault: openVault(input.secretKey, systemRandom),
    dataVault: input.personalDataKeys && openDataVault(input.personalDataKeys, systemRandom),
    db,
    chains,
    routes: routesOf(input, { meter, shutdown }),
    safes: safesOf(input, chains, { meter, shutdown }),
    bundlers: openBundlersOf(input, chains, { meter, shutdown }),
    screeners: openScreeners(input, { meter, shutdown, now }),
    offRamp: offRampOf(input, { meter, shutdown }),
    identityProviders: openIdentityProviders(input, { meter, shutdown }),
    measureDisks: measureDisksOf(config),
    throttle: openThrottle({ store: plainStore({ pool, log }) }),
    settings: settingsOf(input),
    log,
    meter,
  };
  return { input, ctx, pool, listening, outbound, meter };
}

/** Each measurement starts a process, and the alarms are read four times a minute. */
const DISKS_KEPT_MS = 60_000;

function measureDisksOf(config: WiringInput['config']): Context['measureDisks'] {
  const measure = watchDisks(watchedFoldersOf(config));
  const kept = openShortCache<readonly DiskSpace[]>({ ageMsMax: DISKS_KEPT_MS, entriesMax: 1 });
  return () => kept.get('all', elapsedMs(), measure);
}

const clockOf = ({ clock }: WiringInput): Pick<OffsetClock, 'now'> => clock ?? { now: systemClock };

/** The host of the provider is the operator's choice, so it may be on a private network. */
function routesOf(
  input: WiringInput,
  { meter, shutdown }: { readonly meter: ReadableMeter; readonly shutdown: Shutdown },
): RouteProvider | undefined {
  const { now } = clockOf(input);
  const settings = input.config.routeProvider ?? input.routeProvider;
  if (settings === undefined) return undefined;
  const { url: baseUrl, integrator, apiKey, bridges } = settings;
  const outbound = openOutbound({ privateAddresses: 'allow', meter });
  shutdown.add('connections to the route provider', () => outbound.close());
  const provider = openLifiProvider({
    outbound,
    now,
    baseUrl,
    integrator,
    apiKey,
    bridges,
  });
  return cacheQuotes(countQuotes(observeProvider(provider, { elapsedMs, now }), meter), now);
}

/** As above: an operator may run the services on a private network. */
function safesOf(
  { config, safeService }: WiringInput,
  chains: Chains,
  { meter, shutdown }: { readonly meter: ReadableMeter; readonly shutdown: Shutdown },
): SafeService | undefined {
  const networks = chains.all.map(({ network }) => network.id);
  const own = safeService && safeServiceUrlsOf(safeService);
  const services = safeServicesOf(config, networks, own);
  if (services.size === 0) return undefined;
  const outbound = openOutbound({ privateAddresses: 'allow', meter });
  shutdown.add('connections to the Safe services', () => outbound.close());
  return openSafeServices({ outbound, services });
}

/** As above: a service of the same shapes may be on a private network. */
function openIdentityProviders(
  input: WiringInput,
  { meter, shutdown }: { readonly meter: ReadableMeter; readonly shutdown: Shutdown },
): IdentityProviders | undefined {
  const { config, identityProvider: own } = input;
  const isOwn = config.identityProviders.length === 0 && own !== undefined;
  const vendors = isOwn ? [own] : config.identityProviders;
  if (vendors.length === 0) return undefined;
  const outbound = openOutbound({ privateAddresses: 'allow', meter });
  shutdown.add('connections to identity providers', () => outbound.close());
  const { now } = clockOf(input);
  return identityProvidersOf(vendors, { outbound, now, elapsedMs });
}

function openBundlersOf(
  { config, bundler }: WiringInput,
  chains: Chains,
  { meter, shutdown }: { readonly meter: ReadableMeter; readonly shutdown: Shutdown },
): Bundlers | undefined {
  const networks = chains.all.map(({ network }) => network.id);
  const services = bundlersOf(config, networks, bundler && bundlerUrlsOf(bundler));
  if (services.size === 0) return undefined;
  const outbound = openOutbound({ privateAddresses: bundlerAddressesOf(config), meter });
  shutdown.add('connections to bundlers', () => outbound.close());
  return openBundlers({ outbound, services });
}

/** As above: an operator may reach the provider through a gateway of its own. */
function offRampOf(
  input: WiringInput,
  { meter, shutdown }: { readonly meter: ReadableMeter; readonly shutdown: Shutdown },
): OffRampProvider | undefined {
  const { now } = clockOf(input);
  const settings = input.config.offRamp ?? input.offRamp;
  if (settings === undefined) return undefined;
  const { url: baseUrl, ...rest } = settings;
  const outbound = openOutbound({ privateAddresses: 'allow', meter });
  shutdown.add('connections to the off-ramp provider', () => outbound.close());
  return observeOffRamp(
    openBridgeProvider({ outbound, baseUrl, ...rest }),
    observeCalls(elapsedMs, now),
  );
}

function settingsOf({ config, urls, rpcUrls }: WiringInput): Settings {
  return {
    mode: config.mode,
    payUrl: urls.pay,
    dashboardUrl: servesDashboard(config) ? urls.dashboard : undefined,
    payerAgreementUrl: config.payerAgreementUrl ?? sandboxAgreementUrl(config, urls),
    ownOrigins: ownOriginsOf(config, urls),
    dashboardOrigin: servesDashboard(config) ? new URL(urls.dashboard).origin : undefined,
    secondFactor: config.secondFactor,
    sessionCookieDomain: config.sessionCookieDomain,
    linkLifetimeMs: config.linkLifetimeMs,
    multicallChildrenMax: config.multicallChildrenMax,
    multicallCrossChainChildrenMax: config.multicallCrossChainChildrenMax,
    conversion: {
      maxRateAgeSeconds: config.conversionRateAgeSeconds,
      slippageBps: config.conversionSlippageBps,
    },
    protocolFee: config.protocolFee,
    sponsorshipFees: config.sponsorshipFees,
    recurringRelayerFee: config.recurringRelayerFee,
    routeCost: config.routeCost,
    ...budgetsOf(config),
    webhookProcessorNames: {
      'service-network': `${config.webhookProcessorPrefix}-network`,
      'service-tech': `${config.webhookProcessorPrefix}-tech`,
    },
    sanctionsOracle: config.sanctionsOracle,
    screeningTimeoutMs: config.screeningTimeoutMs,
    screeningRepeatMs: config.screeningRepeatMs,
    personalDataRetentionDays: config.personalDataRetentionDays,
    webhookSwitchOffAfterMs: config.webhookSwitchOffAfterMs,
    webhookManagementProof: config.webhookManagementProof,
    confirmationsFor: (network: Network) => {
      const depth =
        config.confirmations.get(network.id) ?? (config.mode === 'sandbox' ? 1 : undefined);
      return depth === undefined ? network.confirmed : ruleOf(network, depth);
    },
    amountStepsFor: (network: Network) =>
      (config.confirmationsByAmount.get(network.id) ?? []).map((step) => ({
        fromDollars: step.fromDollars,
        rule: ruleOf(network, step.confirmations),
      })),
    agreement: {
      nodesFor: (network: Network) => agreementFor(config, rpcUrls, network.id).needed,
      aboveDollars: config.agreementAboveDollars,
      aloneDollars: config.singleNodeCreditDollars,
    },
    reconcileCallsPerHour: config.reconcileCallsPerHour,
    firstBlockOf: (network: NetworkId) => {
      // A sandbox's chain is its own, so nothing on it is too old to matter.
      const number = config.firstBlocks.get(network) ?? (config.mode === 'sandbox' ? 0 : undefined);
      return number === undefined ? undefined : BigInt(number);
    },
  };
}

/** The example of the sandbox. */
function sandboxAgreementUrl({ mode }: Config, urls: HostUrls): string | undefined {
  return mode === 'sandbox' ? `${urls.pay}/sandbox/agreement` : undefined;
}

function ruleOf(network: Network, depth: Confirmations): FinalityRule {
  if (depth === 'finalized') return network.finalized;
  if (typeof depth === 'number') return { by: 'depth', blocks: depth };
  const { finalized } = network;
  // Where the nodes say neither, what is as deep as final blocks are is safe.
  const fallbackBlocks = finalized.by === 'depth' ? finalized.blocks : finalized.fallbackBlocks;
  return { by: 'safe_tag', fallbackBlocks };
}

/** A production without a dashboard must not trust whatever listens on the port kept for one. */
function ownOriginsOf(config: Config, urls: HostUrls): string[] {
  const pages = [urls.pay];
  if (servesDashboard(config)) pages.push(urls.dashboard);
  return pages.map((page) => new URL(page).origin);
}
