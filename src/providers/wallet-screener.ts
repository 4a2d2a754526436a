import type { NetworkId } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { Outage } from '#kit/failure.ts';
import type { CallbackRequest } from './callback-request.ts';
import type { CallObservation } from './observe-calls.ts';

/** A wallet that is to pay or to be paid. */
export interface WalletQuery {
  readonly network: NetworkId;
  /** As its chain shows it. */
  readonly walletAddress: string;
  /** The vendor's own policy to judge by; undefined is the default of the operator's account there. */
  readonly policyId: string | undefined;
  /** Whether money comes from the wallet or goes to it. */
  readonly direction: 'incoming' | 'outgoing';
  /** How long its caller waits. */
  readonly timeoutMs: number;
}

/** What a vendor decided about a wallet. */
export interface WalletVerdict {
  readonly decision: 'approved' | 'rejected';
  /** How much risk there is, in the vendor's own word. */
  readonly level: string;
  /** Why, in the vendor's own words; few and short. */
  readonly categories: readonly string[];
  /** By which the vendor knows what it judged by; null where it names nothing. */
  readonly reference: string | null;
}

/** No answer came in the caller's time. The vendor may still be at work. */
export class ScreeningLate extends Outage {
  override name = 'ScreeningLate';
}

/** What an alert says that is proven to come from its vendor. It is a reason to ask the vendor, and nothing more. */
export interface WalletAlert {
  /** What is proven, byte by byte: the same for the same alert, whatever else the request holds. */
  readonly signed: string | Buffer;
  /** The addresses that it names; hexadecimal ones in lower case, as vendors write them in any. */
  readonly addresses: readonly string[];
}

/** A vendor that judges wallets. */
export interface WalletScreener {
  readonly name: WalletScreenerName;
  /** Whether it judges wallets of a network. */
  covers(network: NetworkId): boolean;
  /** Whether a query may name a policy; one that may not refuses it, as it would be ignored. */
  readonly takesPolicies: boolean;
  /**
   * Asks once. Throws `ScreeningLate` where no answer came in time, and `Outage` for everything else that is not exactly a documented
   * decision about this wallet: an unknown level, another shape, an error. Never approves what it does not know.
   */
  screen(query: WalletQuery): Promise<WalletVerdict>;
  /**
   * What a request says that claims to come from the vendor; undefined where its alerts are not taken. Refuses (401) one that is
   * not proven to come from it, and (400) one of another shape.
   */
  readonly readAlert?: ((request: CallbackRequest) => WalletAlert) | undefined;
  /** How its calls went, as this process has observed them. */
  observed?(): CallObservation;
}

/** The vendors that are configured, by name. */
export type WalletScreeners = ReadonlyMap<WalletScreenerName, WalletScreener>;
