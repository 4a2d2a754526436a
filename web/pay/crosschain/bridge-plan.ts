import type { Asset, TrustedNetwork } from '../../wallet/trusted-network.ts';
import type { Mismatch, Plan } from '../plan.ts';
import type { RouteFee } from './check-legs.ts';

/** What about a payment from another network is not what it has to be. */
export type BridgeMismatch =
  | Mismatch
  /** The link, the network or the token is none that this page bridges. */
  | 'unsupported'
  /** It leads to another network. */
  | 'network'
  /** The tokens go to another account than the bridge's own. */
  | 'receiver'
  /** What cannot be delivered, or is left over, does not go back to this wallet. */
  | 'refund'
  /** Another token arrives, less than the payment takes, or more than anybody would deliver. */
  | 'arrival'
  /** Something is done before the bridge that this page does not know. */
  | 'leg'
  /** It takes more than the payment's worth and what a route may cost. */
  | 'cost'
  /** Its times do not fit those of a bridge. */
  | 'deadline';

/** A token of another network that a payment can start with. */
export interface BridgeSource {
  readonly networkId: string;
  readonly network: TrustedNetwork;
  readonly asset: Asset;
}

/**
 * What will be signed on another network, read from the bytes and found to be this payment. `totals` and the calls are of
 * the source network; `mainUnits` and `paymentReference` of the payment itself; of `fees` those with a label are paid where it starts.
 */
export interface BridgePlan extends Plan {
  readonly kind: 'ok';
  readonly source: BridgeSource;
  /** What leaves the wallet, in the source token: the route, and the fees of the link that are paid beside it. */
  readonly sourceUnits: bigint;
  /** What of it the route takes. */
  readonly routeUnits: bigint;
  /** What the payment takes where it is made, its fee included. */
  readonly paidUnits: bigint;
  /** What of `routeUnits` is the route's cost; undefined where the two tokens have no fixed rate. */
  readonly costUnits: bigint | undefined;
  /** Fees that the route sends away before the bridge, in the source token; part of the cost. */
  readonly routeFees: readonly RouteFee[];
  /** What the rest is swapped to before the bridge; undefined where it is bridged as it is. */
  readonly swap: PlannedSwap | undefined;
  /** After this no network takes the call any more; in milliseconds since 1970, as the next. */
  readonly deadline: number;
  /** Until when it is delivered or comes back. */
  readonly fillDeadline: number;
}

/** A swap of the source token to the one that is deposited, and comes back if nobody delivers it. */
export interface PlannedSwap {
  readonly asset: Asset;
  readonly leastUnits: bigint;
  /** What of the source token it costs at most; undefined where the two tokens have no fixed rate. */
  readonly costUnits: bigint | undefined;
}

/** The answer of the check: what may be signed, or why nothing may. */
export type BridgeCheck =
  | BridgePlan
  | { readonly kind: 'refused'; readonly reason: BridgeMismatch };
