import type { Hex } from '#kit/hex.ts';
import type { Resources } from '#kit/resources.ts';
import type { CallObservation } from './observe-calls.ts';

/** A token on one network, as a route begins or ends with it. */
export interface RouteToken {
  readonly chainId: number;
  readonly tokenAddress: string;
  readonly decimals: number;
}

/** What a route must bring about: an exact output, with which a contract of the destination is called. */
export interface RouteQuery {
  readonly source: RouteToken;
  readonly destination: RouteToken;
  /** Who sends the source transaction, and gets the token back where the call reverts. */
  readonly payer: string;
  /** What the call takes of the destination token. */
  readonly outputUnits: bigint;
  readonly call: { readonly to: string; readonly data: Hex; readonly gasLimit: bigint };
  /** Whether a quote of some seconds ago is no answer. */
  readonly isFresh?: boolean;
}

/** A fee as the provider states it: text for people, as what is due follows from the calldata. */
export interface RouteFee {
  readonly name: string;
  /** Of the token that it is taken in, as are the next three. */
  readonly chainId: number;
  readonly tokenAddress: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly units: bigint;
  /** In dollars, as a decimal; undefined where the provider does not say. */
  readonly usd: string | undefined;
  /** Whether it is taken out of the source amount, rather than on top of it. */
  readonly isIncluded: boolean;
}

/** A route that the provider offers. Its words are parsed, its calldata is not judged. */
export interface RouteQuote {
  /** The bridge, as the provider names it. */
  readonly tool: string;
  /** What leaves the payer. */
  readonly sourceUnits: bigint;
  readonly leastOutputUnits: bigint;
  readonly transaction: { readonly to: string; readonly data: Hex; readonly valueUnits: bigint };
  /** What the transaction may use; undefined where the provider does not say. */
  readonly resources: Resources | undefined;
  /** Which contract takes the source token. */
  readonly approvalAddress: string;
  readonly fees: readonly RouteFee[];
  /** How long it usually takes until the call has run. */
  readonly durationSeconds: number;
  readonly fetchedAt: Date;
}

/** The words of a provider for a source transaction that it knows. */
interface RouteStatus {
  readonly status: 'invalid' | 'pending' | 'done' | 'failed';
  /** More about it in one word, such as `REFUNDED`; undefined for none that is documented. */
  readonly substatus: string | undefined;
  /** What happened, in a sentence for people; undefined where the provider says nothing. */
  readonly message: string | undefined;
  /** The transaction on the destination; undefined until the provider knows one. */
  readonly receivingHash: Hex | undefined;
}

/** Offers routes from one network to another. Nothing of what it says is a proof of payment. */
export interface RouteProvider {
  readonly name: string;
  /**
   * The route that brings exactly this output at least. Throws `Refusal` (400) with `route_not_available`,
   * `amount_too_low_for_route` or `amount_too_high_for_route` where there is none, and `Outage` where the
   * provider does not answer as documented.
   */
  quote(query: RouteQuery): Promise<RouteQuote>;
  /** What the provider says of a source transaction; undefined for one that it does not know. Throws `Outage`. */
  readStatus(query: {
    readonly sourceChainId: number;
    readonly transactionHash: Hex;
  }): Promise<RouteStatus | undefined>;
  /** What this process has seen of it; left out where nobody observes it. */
  observed?(): CallObservation;
}

/** Everything that is asked, as one text: the same for the same question. */
export function nameOfQuery({ source, destination, payer, outputUnits, call }: RouteQuery): string {
  const tokens = [source, destination].flatMap(({ chainId, tokenAddress }) => [
    chainId,
    tokenAddress.toLowerCase(),
  ]);
  return [...tokens, payer.toLowerCase(), outputUnits, call.to.toLowerCase(), call.data].join(' ');
}
