import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import { type Network, networkByChainId } from '#catalog/networks.ts';
import { isSameHex } from '#kit/hex.ts';

interface Call {
  readonly to: string;
  readonly data: string;
}

/** What the calldata of a route does, as far as it is judged. */
export interface DecodedParts {
  readonly spender: string;
  readonly sourceToken: string;
  readonly sourceUnits: bigint;
  /** The sum of the fees that the calldata takes on the source network, in the source token. */
  readonly feeUnits: bigint;
  readonly destinationChainId: number;
  readonly receiver: string;
  readonly refundAddress: string;
  readonly fallbackAddress: string;
  readonly outputToken: string;
  readonly leastOutputUnits: bigint;
  readonly call: (Call & { readonly units: bigint }) | undefined;
  readonly deadlines: {
    readonly source: Date;
    readonly bridge: Date;
    readonly swap?: { readonly at: Date } | undefined;
  };
  readonly exclusivity: { readonly forMs: number } | { readonly until: Date } | undefined;
}

/** What the provider says of the same route. */
export interface QuotedParts {
  readonly sourceUnits: bigint;
  readonly approvalAddress: string;
  readonly transaction: { readonly to: string; readonly valueUnits: bigint };
  readonly fees: readonly {
    readonly chainId: number;
    readonly tokenAddress: string;
    readonly units: bigint;
    readonly isIncluded: boolean;
  }[];
}

/** What was asked for: a payment, and the token that it is to be made with. */
export interface RoutePurpose {
  readonly source: { readonly network: Network; readonly tokenAddress: string };
  readonly destination: { readonly network: Network; readonly tokenAddress: string };
  readonly payer: string;
  readonly outputUnits: bigint;
  readonly call: Call;
}

const MINUTE_MS = 60_000;
/** A payer reads, approves and signs in this time, and the transaction is mined. */
const SOURCE_LEFT_MS_MIN = 2 * MINUTE_MS;
/** The bridge's own limit of a quote's age, and clocks that differ by a minute. */
const SOURCE_LEFT_MS_MAX = 61 * MINUTE_MS;
/** Relayers need some blocks of both networks after the source transaction. */
const FILL_LEFT_MS_MIN = 5 * MINUTE_MS;
/** The bridge's own limit, six hours, and clocks that differ by a minute: money that is not filled waits for no longer. */
const FILL_LEFT_MS_MAX = 361 * MINUTE_MS;
const SWAP_LEFT_MS_MIN = MINUTE_MS;
/** Bridges give a relayer seconds or a minute; one that has hours and does not fill holds the money for hours. */
const EXCLUSIVE_MS_MAX = 5 * MINUTE_MS;

/**
 * What is wrong with a route: the first thing in which its calldata differs from what it is for, or from what its
 * provider says of it. Undefined for a route that does exactly what it is for. For logs, never for payers.
 */
export function findRouteProblem(
  route: DecodedParts,
  quote: QuotedParts,
  purpose: RoutePurpose & { readonly now: Date },
): string | undefined {
  return (
    findWrongContract(route, quote, purpose) ??
    findWrongSource(route, quote, purpose) ??
    findWrongDestination(route, purpose) ??
    findWrongDeadline(route, purpose.now) ??
    findWrongExclusivity(route, purpose.now)
  );
}

/** The contracts are the catalog's, and what is approved is what is called. */
function findWrongContract(
  { spender, receiver, destinationChainId }: DecodedParts,
  { approvalAddress, transaction }: QuotedParts,
  { source, destination }: RoutePurpose,
): string | undefined {
  if (!hasBridge(source.network.id) || !hasBridge(destination.network.id)) return 'no bridge';
  const { diamond } = BRIDGES[source.network.id];
  if (!isSameHex(transaction.to, diamond)) return 'another contract is called';
  if (!isSameHex(spender, diamond)) return 'another contract takes the token';
  if (!isSameHex(approvalAddress, diamond)) return 'another contract is to be approved';
  if (networkByChainId(destinationChainId)?.id !== destination.network.id) {
    return 'another destination network';
  }
  if (!isSameHex(receiver, BRIDGES[destination.network.id].receiver)) return 'another receiver';
  return undefined;
}

/** What leaves the payer is what the payer is shown. */
function findWrongSource(
  route: DecodedParts,
  { transaction, sourceUnits, fees }: QuotedParts,
  { source, payer }: RoutePurpose,
): string | undefined {
  if (transaction.valueUnits !== 0n) return 'coins are sent along';
  if (!isSameHex(route.sourceToken, source.tokenAddress)) return 'another source token';
  if (route.sourceUnits !== sourceUnits) return 'another source amount than quoted';
  if (!isSameHex(route.refundAddress, payer)) return 'refunds go to somebody else';
  const stated = fees
    .filter(
      (fee) =>
        fee.isIncluded &&
        networkByChainId(fee.chainId)?.id === source.network.id &&
        isSameHex(fee.tokenAddress, source.tokenAddress),
    )
    .reduce((sum, { units }) => sum + units, 0n);
  if (route.feeUnits > stated) return 'more fees than the provider states';
  return undefined;
}

/** What arrives is the payment, and comes back to the payer where it cannot be made. */
function findWrongDestination(
  { outputToken, leastOutputUnits, call, fallbackAddress }: DecodedParts,
  { destination, outputUnits, payer, call: expected }: RoutePurpose,
): string | undefined {
  if (!isSameHex(outputToken, destination.tokenAddress)) return 'another token arrives';
  if (leastOutputUnits < outputUnits) return 'too little arrives';
  if (call === undefined) return 'nothing is called';
  if (!isSameHex(call.to, expected.to)) return 'another contract is called on the destination';
  if (!isSameHex(call.data, expected.data)) return 'another call on the destination';
  if (call.units !== outputUnits) return 'the call may take another amount';
  if (!isSameHex(fallbackAddress, payer)) return 'the fallback is somebody else';
  return undefined;
}

function findWrongDeadline({ deadlines }: DecodedParts, now: Date): string | undefined {
  const leftMs = (at: Date) => at.getTime() - now.getTime();
  const source = leftMs(deadlines.source);
  if (source < SOURCE_LEFT_MS_MIN) return 'the quote is too old';
  if (source > SOURCE_LEFT_MS_MAX) return 'the quote is of later';
  const bridge = leftMs(deadlines.bridge);
  if (bridge < FILL_LEFT_MS_MIN) return 'too little time to arrive';
  if (bridge > FILL_LEFT_MS_MAX) return 'it may take longer than the bridge allows';
  const { swap } = deadlines;
  if (swap !== undefined && leftMs(swap.at) < SWAP_LEFT_MS_MIN) return 'too little time to swap';
  return undefined;
}

/** One relayer alone may deliver for a short time only: afterwards any of them does. */
function findWrongExclusivity({ exclusivity }: DecodedParts, now: Date): string | undefined {
  if (exclusivity === undefined) return undefined;
  const ms =
    'forMs' in exclusivity ? exclusivity.forMs : exclusivity.until.getTime() - now.getTime();
  return ms > EXCLUSIVE_MS_MAX ? 'one relayer alone may fill it for too long' : undefined;
}
