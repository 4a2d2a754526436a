import type { Agreement, AmountConfirmations, Confirmations } from './value-forms.ts';

/** One thing that is wrong with the environment. */
export interface ConfigProblem {
  readonly setting: string;
  /** What it is set to; hidden where it is secret, empty where it is not set. */
  readonly value: string;
  /** What is wrong, as the end of a sentence that begins with the setting. */
  readonly problem: string;
}

/** The hosts of Florin, each on a port of its own. */
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

/** Everything that the environment decides, once and for all. */
export interface Config {
  readonly mode: 'sandbox' | 'production';
  /** The data folder, as it was written. */
  readonly home: string;
  /** What the servers listen on. */
  readonly host: string;
  /** 0 is any free port. */
  readonly ports: PerHost<number>;
  /** As set; see `publicUrls` for what holds where they are not. */
  readonly urls: PerHost<string | undefined>;
  /** Where metrics are served; undefined is nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Undefined only in the sandbox, where it means the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnectionsMax: number;
  /** Undefined only in the sandbox, which then makes one; see `loadOrCreateSecretKey`. */
  readonly secretKey: string | undefined;
  /** Addresses and ranges. */
  readonly trustedProxies: readonly string[];
  /** Network ids. */
  readonly sandboxNetworks: readonly string[];
  /** The nodes by network id; only networks that have any. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** What one process asks one node at most; undefined is no limit. */
  readonly rpcRequestsPerSecond: number | undefined;
  /** How full a header's bloom may be to be trusted, in percent. */
  readonly bloomFillMaxPercent: number;
  /** What headers are held against, by network id; only where set. */
  readonly headerChecks: ReadonlyMap<string, 'hash' | 'links'>;
  /** Where networks that were never looked at begin, by network id; only where set. */
  readonly firstBlocks: ReadonlyMap<string, number>;
  /** The depth by network id; only networks for which one is set. */
  readonly confirmations: ReadonlyMap<string, Confirmations>;
  /** What larger amounts wait for, smallest first, by network id; only where set. */
  readonly confirmationsByAmount: ReadonlyMap<string, readonly AmountConfirmations[]>;
  /** How many nodes must agree, by network id; only where set. */
  readonly agreement: ReadonlyMap<string, Agreement>;
  readonly agreementAboveDollars: bigint;
  /** What one node alone may be trusted of an account during an outage. */
  readonly singleNodeCreditDollars: bigint;
  readonly reconcileCallsPerHour: number;
  /** Undefined sets the session cookie for the auth host alone. */
  readonly sessionCookieDomain: string | undefined;
  /** What the pay host serves below `/branding/`; undefined is nothing. */
  readonly brandingFolder: string | undefined;
  readonly linkLifetimeMs: number;
  readonly multicallChildrenMax: number;
  readonly conversionSlippageBps: number;
  readonly conversionRateAgeSeconds: number;
  /** What this installation takes of payments; undefined is nothing. */
  readonly protocolFee: ProtocolFee | undefined;
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
  /** What the names of processors begin with. */
  readonly webhookProcessorPrefix: string;
  readonly webhookSendReversions: boolean;
  /** Whether `.client_id` and `.checkout` are sent beside the event itself. */
  readonly webhookVariants: boolean;
  readonly webhookSendOutstandingFees: boolean;
  readonly webhookManagementProof: 'client_id' | 'session';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}
