import type { DataKey } from '#kit/data-vault.ts';
import type { Hex } from '#kit/hex.ts';
import type { Agreement, AmountConfirmations, Confirmations } from './value-forms.ts';

/** One thing that is wrong with the environment. */
export interface ConfigProblem {
  readonly setting: string;
  /** What it is set to; hidden where it is secret, empty where it is not set. */
  readonly value: string;
  /** What is wrong, as the end of a sentence that begins with the setting. */
  readonly problem: string;
}

/** The hosts of Florin, each on its own port. */
export interface PerHost<T> {
  readonly api: T;
  readonly auth: T;
  readonly pay: T;
  readonly dashboard: T;
}

/** What an installation takes of payments in stablecoins, with one receiver at least. */
export interface ProtocolFee {
  /** Of 10,000. */
  readonly bps: number;
  /** In dollars; null is no bound. */
  readonly capUsd: string | null;
  /** In dollars, beside the share; null is nothing. */
  readonly fixedUsd: string | null;
  readonly evmAddress?: string;
  readonly tronAddress?: string;
}

/** A fixed fee of each payment on some chains for transactions that are sponsored; see `TRON_SPONSORSHIP_FEE_USD` and `PAYMASTER_FEE_USD_<NETWORK>`. */
export interface SponsorshipFee {
  /** In dollars. */
  readonly fixedUsd: string;
  /** The one network that it is of, by its id; undefined for all on which somebody receives it. */
  readonly network?: string;
  readonly evmAddress?: string;
  readonly tronAddress?: string;
}

/** Which service offers routes from other networks and tokens, and how it is used. */
export interface RouteProviderSettings {
  /** With its version. */
  readonly url: string;
  /** The name by which the service knows this installation. */
  readonly integrator: string;
  readonly apiKey: string | undefined;
  /** The bridges that routes may use, as the service names them. */
  readonly bridges: readonly string[];
}

/** How one identity provider is used. */
export interface IdentityVendorSettings {
  readonly name: 'sumsub' | 'persona';
  readonly url: string;
  /** App token or API key. */
  readonly key: string;
  /** Signs requests; empty where the provider has none. */
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  readonly levels: { readonly individual?: string; readonly business?: string };
}

/** Which service pays out to bank accounts, and how it is used. */
export interface OffRampSettings {
  /** With its version. */
  readonly url: string;
  readonly apiKey: string;
  /** The customer at the service for whom payouts are ordered. */
  readonly customerId: string;
  /** As PEM; undefined refuses every callback. */
  readonly callbackKey: string | undefined;
}

/** What the pay page needs for WalletConnect. */
interface WalletConnectSettings {
  readonly projectId: string;
  /** A WebSocket origin. */
  readonly relayUrl: string;
}

/** Where proposals of Safes are read. */
interface SafeServiceSettings {
  /** By network id; only where set. */
  readonly urls: ReadonlyMap<string, string>;
  /** The key for the public services, which are used where it is set; undefined for none. */
  readonly apiKey: string | undefined;
  /** The app in which owners sign; undefined in a sandbox that names none. */
  readonly appUrl: string | undefined;
}

/** How Hypernative is called. */
export interface HypernativeSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Verify its alerts: SPKI in base64. None takes no alerts. */
  readonly alertKeys?: readonly string[] | undefined;
}

/** How Merkle Science is called, and what is too much risk. */
export interface MerkleScienceSettings {
  readonly url: string;
  readonly apiKey: string;
  /** The vendor's code by network id. */
  readonly blockchains: ReadonlyMap<string, string>;
  readonly rejectLevel: number;
  /** What its alerts carry. None takes no alerts. */
  readonly alertKeys?: readonly string[] | undefined;
}

/** What sends operations of smart accounts on a network, and what pays for them. */
export interface BundlerSettings {
  readonly url: string;
  readonly paymasterUrl: string | undefined;
  readonly paymasterContext: Readonly<Record<string, unknown>> | undefined;
}

/** What operations of smart accounts may cost in a day, in coin, by network id; only where set. */
export interface SponsorshipBudgets {
  readonly ofAccount: ReadonlyMap<string, string>;
  readonly ofAll: ReadonlyMap<string, string>;
}

/** How much more than the payment's worth a route may take; both together. */
export interface RouteCost {
  /** Of 10,000. */
  readonly bps: number;
  /** In dollars, beside the share. */
  readonly fixedUsd: string;
}

/** Who sends what payers sign, where, and for how much. */
interface RelayerSettings {
  /** Undefined where nothing is sent but on local nodes of the sandbox. */
  readonly key: Hex | undefined;
  /** The contract that makes signed payments, by network id; only where set. */
  readonly spenders: ReadonlyMap<string, string>;
  /** The operator's own contract that takes instalments, by network id; only where set. */
  readonly recurringProxies: ReadonlyMap<string, string>;
  /** What one account may cost there in a day, in coin; only where set. */
  readonly budgets: ReadonlyMap<string, string>;
  /** The same of all accounts together. */
  readonly totalBudgets: ReadonlyMap<string, string>;
}

/** The contracts that bring tokens into an escrow. */
interface CollectorSettings {
  readonly preApproval: string;
  readonly erc3009: string;
  readonly permit2: string;
  readonly operatorRefund: string;
}

/** All settings, read from the environment once at the start. */
export interface Config {
  readonly mode: 'sandbox' | 'production';
  /** The data folder, as it was written. */
  readonly home: string;
  /** What the servers listen on. */
  readonly host: string;
  /** 0 is any free port. */
  readonly ports: PerHost<number>;
  /** As set; `publicUrls` has the defaults. */
  readonly urls: PerHost<string | undefined>;
  /** Where metrics are served; undefined means that they are not served. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Undefined only in the sandbox, where it means the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnectionsMax: number;
  /** A folder on the disk of the database; undefined where that disk is not watched, or is the sandbox's own. */
  readonly databaseFolder: string | undefined;
  /** Undefined only in the sandbox, which then makes one; see `loadOrCreateSecretKey`. */
  readonly secretKey: string | undefined;
  /** Undefined in the sandbox, which then makes one, and where no personal data is stored. */
  readonly personalDataKeys: readonly DataKey[] | undefined;
  /** After it was given; 0 keeps it. */
  readonly personalDataRetentionDays: number;
  /** Addresses and ranges. */
  readonly trustedProxies: readonly string[];
  /** Network ids. */
  readonly sandboxNetworks: readonly string[];
  /** How many blocks the solidified one of the local Tron node is behind the newest. */
  readonly sandboxTronSolidifiedBehind: number;
  /** The nodes by network id; only networks that have any. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** How many requests one process sends to one node at most; undefined is no limit. */
  readonly rpcRequestsPerSecond: number | undefined;
  /** What hosted nodes of Tron are sent to know whose requests these are, by the URL of the node. */
  readonly tronApiKeys: ReadonlyMap<string, string>;
  /** How full a header's bloom may be to be trusted, in percent. */
  readonly bloomFillMaxPercent: number;
  /** What block headers are checked against, by network id; only where set. */
  readonly headerChecks: ReadonlyMap<string, 'hash' | 'links'>;
  /** How often networks are polled at most, by network id; only where set. */
  readonly pollSeconds: ReadonlyMap<string, number>;
  /** The first block of networks without a cursor, by network id; only where set. */
  readonly firstBlocks: ReadonlyMap<string, number>;
  /** The depth by network id; only networks for which one is set. */
  readonly confirmations: ReadonlyMap<string, Confirmations>;
  /** What larger amounts wait for, smallest first, by network id; only where set. */
  readonly confirmationsByAmount: ReadonlyMap<string, readonly AmountConfirmations[]>;
  /** How many nodes must agree, by network id; only where set. */
  readonly agreement: ReadonlyMap<string, Agreement>;
  readonly agreementAboveDollars: bigint;
  /** How much an account may be credited on the answers of one node during an outage. */
  readonly singleNodeCreditDollars: bigint;
  readonly reconcileCallsPerHour: number;
  /** Undefined sets the session cookie for the auth host alone. */
  readonly sessionCookieDomain: string | undefined;
  /** What the pay host serves below `/branding/`; undefined is nothing. */
  readonly brandingFolder: string | undefined;
  /** Whether the pay page opens the wallet for what an approval was for. */
  readonly shouldOpenWallet: boolean;
  readonly linkLifetimeMs: number;
  readonly multicallChildrenMax: number;
  readonly multicallCrossChainChildrenMax: number;
  readonly conversionSlippageBps: number;
  readonly conversionRateAgeSeconds: number;
  /** What this installation takes of payments; undefined is nothing. */
  readonly protocolFee: ProtocolFee | undefined;
  readonly sponsorshipFees: readonly SponsorshipFee[];
  /** A decimal, in the token of each recurring payout; see `RECURRING_RELAYER_FEE`. */
  readonly recurringRelayerFee: string | undefined;
  /** Undefined offers no routes; the sandbox then has a service of its own. */
  readonly routeProvider: RouteProviderSettings | undefined;
  /** Undefined pays nothing out; the sandbox then has a bank of its own. */
  readonly offRamp: OffRampSettings | undefined;
  readonly routeCost: RouteCost;
  readonly safeServices: SafeServiceSettings;
  /** Who checks payers, the one for new payers first; the sandbox has one of its own where there is none. */
  readonly identityProviders: readonly IdentityVendorSettings[];
  readonly payerAgreementUrl: string | undefined;
  /** By network id; only where set. */
  readonly bundlers: ReadonlyMap<string, BundlerSettings>;
  readonly sponsorshipBudgets: SponsorshipBudgets;
  /** The interfaces of Safe that may frame the pay page. */
  readonly safeAppOrigins: readonly string[];
  /** Whether the registered names of payees are shown. */
  readonly readsNames: boolean;
  /** Undefined offers no WalletConnect. */
  readonly walletConnect: WalletConnectSettings | undefined;
  readonly relayer: RelayerSettings;
  /** The collectors of escrows, by network id; only where set. */
  readonly escrowCollectors: ReadonlyMap<string, CollectorSettings>;
  readonly webhookTimeoutMs: number;
  readonly webhookPrivateAddresses: 'refuse' | 'allow';
  /** The prefix of a second family of headers. */
  readonly webhookSecondHeaderFamily: string | undefined;
  /** Whether the headers of Standard Webhooks are sent too. */
  readonly webhookStandardHeaders: boolean;
  /** 0 never switches a webhook off. */
  readonly webhookSwitchOffAfterMs: number;
  /** After the end of a delivery; 0 keeps it for ever. */
  readonly webhookDeliveryRetentionMs: number;
  /** After a call; 0 keeps none. */
  readonly apiRequestRetentionMs: number;
  /** What the names of processors begin with. */
  readonly webhookProcessorPrefix: string;
  readonly webhookSendReversions: boolean;
  /** Whether `.client_id` and `.checkout` are sent beside the event itself. */
  readonly webhookVariants: boolean;
  readonly webhookSendOutstandingFees: boolean;
  /** Whether wallets are looked up in public lists of sanctioned addresses. */
  readonly sanctionsOracle: 'off' | 'available' | 'required';
  /** The vendors that screen wallets; undefined where not configured, and the sandbox then has its own. */
  readonly hypernative: HypernativeSettings | undefined;
  readonly merkleScience: MerkleScienceSettings | undefined;
  /** How long a vendor may take before that counts as a failure. */
  readonly screeningTimeoutMs: number;
  /** How old a decision about a wallet of an open link becomes. */
  readonly screeningRepeatMs: number;
  readonly webhookManagementProof: 'client_id' | 'session';
  /** Whether people who sign in with a password need a second factor. */
  readonly secondFactor: 'optional' | 'required';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}
