import type { AmountStep, FinalityRule, Network, NetworkId } from '#catalog/networks.ts';
import type { Chains } from '#chains/chain.ts';
import type { Clock } from '#kit/clock.ts';
import { Bug } from '#kit/failure.ts';
import type { Chance, Vault } from '#kit/secret.ts';
import type { ProtocolFee } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { CallPlace } from '#platform/http/mount.ts';
import type { Log } from '#platform/log.ts';
import type { Meter } from '#platform/metrics.ts';
import type { Throttle } from '#platform/throttle.ts';

/** Settings that verbs need; everything else about the environment stays in `processes/`. */
export interface Settings {
  readonly mode: 'sandbox' | 'production';
  /** Where payers open links; without a trailing slash. */
  readonly payUrl: string;
  /** The origins of our own pages, where people sign in. The pay page's comes first. */
  readonly ownOrigins: readonly string[];
  /** The domain that the session cookie is set for; undefined is the auth host alone. */
  readonly sessionCookieDomain: string | undefined;
  /** How long a new link can be paid, in milliseconds. */
  readonly linkLifetimeMs: number;
  /** How many payout links one bundle may have; see `MULTICALL_CHILDREN_MAX`. */
  readonly multicallChildrenMax: number;
  /** What new conversions agree on; see `CONVERSION_RATE_AGE_SECONDS`. */
  readonly conversion: {
    readonly maxRateAgeSeconds: number;
    /** How much more than today's rate says a payer agrees to spend, of 10,000. */
    readonly slippageBps: number;
  };
  /** What this installation takes of payments; undefined is nothing. See `PROTOCOL_FEE_BPS`. */
  readonly protocolFee: ProtocolFee | undefined;
  /** Whether a client ID with domains may manage webhooks alone; see `WEBHOOK_MANAGEMENT_PROOF`. */
  readonly webhookManagementProof: 'client_id' | 'session';
  /** When a payment settles its link: the catalog's rule, or what `CONFIRMATIONS_<NETWORK>` says. */
  readonly confirmationsFor: (network: Network) => FinalityRule;
  /** What larger amounts wait for beside that; see `CONFIRMATIONS_BY_AMOUNT_<NETWORK>`. */
  readonly amountStepsFor: (network: Network) => readonly AmountStep[];
  /** How many nodes must agree on a payment above an amount; see `AGREEMENT_<NETWORK>`. */
  readonly agreement: {
    /** Undefined asks none. */
    readonly nodesFor: (network: Network) => number | undefined;
    readonly aboveDollars: bigint;
  };
  /** Where a network that was never looked at is taken up; undefined is its head at that moment. */
  readonly firstBlockOf: (network: NetworkId) => bigint | undefined;
}

/**
 * What every verb is handed: who asks, the time, ids and chance, and the worlds outside.
 * A verb reaches for nothing else, so any run can be run again.
 */
export interface Context {
  readonly actor: Actor;
  /** Where the call came from; undefined where nobody called, as in a sweep. */
  readonly place: CallPlace | undefined;
  readonly now: Clock;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly vault: Vault;
  readonly db: Database;
  readonly chains: Chains;
  readonly throttle: Throttle;
  readonly settings: Settings;
  readonly log: Log;
  readonly meter: Meter;
}

/** The account that asks. A verb that acts for an account is only reached by a caller who has one. */
export function accountOf(ctx: Pick<Context, 'actor'>): string {
  if ('accountId' in ctx.actor) return ctx.actor.accountId;
  throw new Bug(`the actor "${ctx.actor.kind}" has no account`);
}
