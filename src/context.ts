import type { AmountStep, FinalityRule, Network, NetworkId } from '#catalog/networks.ts';
import type { Chains } from '#chains/chain.ts';
import type { Actor } from '#kit/actor.ts';
import type { Clock } from '#kit/clock.ts';
import type { DataVault } from '#kit/data-vault.ts';
import { Bug, Refusal } from '#kit/failure.ts';
import type { RequestMetadata } from '#kit/request-metadata.ts';
import type { RandomSource, Vault } from '#kit/secret.ts';
import type { ProtocolFee, RouteCost, SponsorshipFee } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { KeepAnswer } from '#platform/db/kept-answers.ts';
import type { DiskSpace } from '#platform/disk-space.ts';
import type { Log } from '#platform/log.ts';
import type { Meter } from '#platform/metrics.ts';
import type { Throttle } from '#platform/throttle.ts';
import type { Bundlers } from '#providers/bundler.ts';
import type { IdentityProviders } from '#providers/identity-provider.ts';
import type { OffRampProvider } from '#providers/off-ramp-provider.ts';
import type { RouteProvider } from '#providers/route-provider.ts';
import type { SafeService } from '#providers/safe-service.ts';
import type { WalletScreeners } from '#providers/wallet-screener.ts';

/** Settings that operations need; everything else about the environment stays in `processes/`. */
export interface Settings {
  readonly mode: 'sandbox' | 'production';
  /** Where payers open links; without a trailing slash. */
  readonly payUrl: string;
  /** Where members work, without a trailing slash; undefined where this installation serves no dashboard. */
  readonly dashboardUrl: string | undefined;
  /** The terms that payers agree to; see `PAYER_AGREEMENT_URL`. */
  readonly payerAgreementUrl: string | undefined;
  /** The origins of our own pages, where people sign in. The pay page's comes first. */
  readonly ownOrigins: readonly string[];
  /** Where people use the dashboard, without a path; undefined where none is served. */
  readonly dashboardOrigin: string | undefined;
  /** Whether people who sign in with a password need a second factor; see `SECOND_FACTOR`. */
  readonly secondFactor: 'optional' | 'required';
  /** The domain that the session cookie is set for; undefined is the auth host alone. */
  readonly sessionCookieDomain: string | undefined;
  /** How long a new link can be paid, in milliseconds. */
  readonly linkLifetimeMs: number;
  /** How many payout links one bundle may have; see `MULTICALL_CHILDREN_MAX`. */
  readonly multicallChildrenMax: number;
  /** How many of them may be paid from another network; see `MULTICALL_CROSS_CHAIN_CHILDREN_MAX`. */
  readonly multicallCrossChainChildrenMax: number;
  /** What new conversions agree on; see `CONVERSION_RATE_AGE_SECONDS`. */
  readonly conversion: {
    readonly maxRateAgeSeconds: number;
    /** How far above the current rate a payer agrees to pay, in basis points. */
    readonly slippageBps: number;
  };
  /** What this installation takes of payments; undefined is nothing. See `PROTOCOL_FEE_BPS`. */
  readonly protocolFee: ProtocolFee | undefined;
  /** Fixed fees for sponsored transactions. See `TRON_SPONSORSHIP_FEE_USD` and `PAYMASTER_FEE_USD_<NETWORK>`. */
  readonly sponsorshipFees: readonly SponsorshipFee[];
  /** What each instalment pays to who sends it, a decimal in its token; undefined is nothing. See `RECURRING_RELAYER_FEE`. */
  readonly recurringRelayerFee: string | undefined;
  /** How much more than the payment's worth a route may take; see `ROUTE_COST_MAX_BPS`. */
  readonly routeCost: RouteCost;
  /** What is sent with this installation's key for one account may cost in a day; see `RELAYER_BUDGET_<NETWORK>`. */
  readonly relayBudgetOf: (network: Network) => bigint;
  /** The same for all accounts together; see `RELAYER_TOTAL_BUDGET_<NETWORK>`. */
  readonly relayTotalBudgetOf: (network: Network) => bigint;
  /** What an operator's paymaster may pay for one account in a day; see `PAYMASTER_BUDGET_<NETWORK>`. */
  readonly sponsorshipBudgetOf: (network: Network) => bigint;
  /** The same for all accounts together; see `PAYMASTER_TOTAL_BUDGET_<NETWORK>`. */
  readonly sponsorshipTotalBudgetOf: (network: Network) => bigint;
  /** Other names for the values of `paymentProcessor` in webhooks; see `WEBHOOK_PROCESSOR_PREFIX`. */
  readonly webhookProcessorNames: Readonly<Record<string, string>>;
  /** Whether wallets are looked up in public lists of sanctioned addresses; see `SANCTIONS_ORACLE`. */
  readonly sanctionsOracle: 'off' | 'available' | 'required';
  /** How long a vendor may take to judge a wallet; see `SCREENING_TIMEOUT_MS`. */
  readonly screeningTimeoutMs: number;
  /** How old a decision about a wallet of an open link becomes; see `SCREENING_REPEAT_HOURS`. */
  readonly screeningRepeatMs: number;
  /** How long personal data is kept after it was given; 0 is for ever. See `PERSONAL_DATA_RETENTION_DAYS`. */
  readonly personalDataRetentionDays: number;
  /** After so long of nothing but failures a webhook endpoint is switched off; 0 is never. See `WEBHOOK_SWITCH_OFF_AFTER_SECONDS`. */
  readonly webhookSwitchOffAfterMs: number;
  /** Whether a client ID with domains may manage webhooks alone; see `WEBHOOK_MANAGEMENT_PROOF`. */
  readonly webhookManagementProof: 'client_id' | 'session';
  /** When a payment settles its link: the catalog's rule, or what `CONFIRMATIONS_<NETWORK>` says. */
  readonly confirmationsFor: (network: Network) => FinalityRule;
  /** What larger amounts wait for beside that; see `CONFIRMATIONS_BY_AMOUNT_<NETWORK>`. */
  readonly amountStepsFor: (network: Network) => readonly AmountStep[];
  /** How many nodes must agree on a payment above an amount; see `AGREEMENT_<NETWORK>`. */
  readonly agreement: {
    /** Undefined requires none. */
    readonly nodesFor: (network: Network) => number | undefined;
    readonly aboveDollars: bigint;
    /** What an account is credited by one node alone during an outage; see `SINGLE_NODE_CREDIT_USD`. */
    readonly aloneDollars: bigint;
  };
  /** How many requests for logs background reconciliation sends an hour and network; see `RECONCILE_CALLS_PER_HOUR`. */
  readonly reconcileCallsPerHour: number;
  /** The block at which a network without a cursor starts; undefined is its head at that moment. */
  readonly firstBlockOf: (network: NetworkId) => bigint | undefined;
}

/**
 * What every operation receives: who calls, the time, ids, randomness and external systems.
 * An operation uses nothing else, so any run can be repeated.
 */
export interface Context {
  readonly actor: Actor;
  /** Where the call came from; undefined in background jobs. */
  readonly requestMetadata: RequestMetadata | undefined;
  readonly now: Clock;
  /** A ULID that cannot be guessed; every id that gives a right to its holder is one. */
  readonly newId: () => string;
  /** A ULID that sorts by creation, which its neighbours give away; never a right. */
  readonly newOrderedId: () => string;
  readonly random: RandomSource;
  readonly vault: Vault;
  /** Seals personal data; undefined where no key for it is configured, and none may be stored. See `requireDataVault`. */
  readonly dataVault: DataVault | undefined;
  readonly db: Database;
  readonly chains: Chains;
  /** Offers routes from other networks and tokens; undefined where no provider is configured. */
  readonly routes: RouteProvider | undefined;
  /** Shows proposals to the owners of Safes; undefined where no service is configured. */
  readonly safes: SafeService | undefined;
  /** The vendors that judge wallets; empty where none is configured. */
  readonly screeners: WalletScreeners;
  /** Sends operations of smart accounts; undefined where no bundler is configured. */
  readonly bundlers: Bundlers | undefined;
  /** Pays tokens out to bank accounts; undefined where no provider is configured. */
  readonly offRamp: OffRampProvider | undefined;
  /** Check who payers are; undefined where no provider is configured. */
  readonly identityProviders: IdentityProviders | undefined;
  /** Reads the disks where this installation keeps its data, as far as this process reaches them. */
  readonly measureDisks: () => Promise<readonly DiskSpace[]>;
  readonly throttle: Throttle;
  readonly settings: Settings;
  readonly log: Log;
  readonly meter: Meter;
  /** Given to an operation that writes its answer in the statement of its effect; see `keepsAnswer`. */
  readonly keepAnswer?: KeepAnswer | undefined;
}

/**
 * Whether anybody could be calling: by a client ID that browsers carry, with nothing secret beside it.
 * Its `Origin` is checked by browsers; other programs can send any value.
 */
export function isPublicCaller({ actor }: Pick<Context, 'actor'>): boolean {
  if (actor.kind !== 'client_id' || actor.provenBy !== undefined) return false;
  return actor.allowedDomains.length > 0;
}

/** Whether a public client ID calls in production, where it proves no intent of its account. */
export function isRestrictedCaller(ctx: Pick<Context, 'actor'> & WithMode): boolean {
  return ctx.settings.mode === 'production' && isPublicCaller(ctx);
}

/** The part of the settings that shows whether this is production. */
interface WithMode {
  readonly settings: Pick<Settings, 'mode'>;
}

/** What seals personal data; refused (400) where no key is configured, so that none is ever stored in clear. */
export function requireDataVault({ dataVault }: Pick<Context, 'dataVault'>): DataVault {
  if (dataVault !== undefined) return dataVault;
  throw new Refusal(
    'personal_data_not_configured',
    400,
    'This installation stores no personal data: its operator has not set PERSONAL_DATA_KEYS',
  );
}

/** The account that calls. An operation that acts for an account is only reached by a caller that has one. */
export function accountOf(ctx: Pick<Context, 'actor'>): string {
  if ('accountId' in ctx.actor) return ctx.actor.accountId;
  throw new Bug(`the actor "${ctx.actor.kind}" has no account`);
}
