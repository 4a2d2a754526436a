import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId, networkByChainId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { decodeRoute } from '#chains/evm/bridge/decode-route.ts';
import { destinationCall } from '#chains/evm/bridge/destination-call.ts';
import { readPaymentCall } from '#chains/evm/bridge/read-payment-call.ts';
import { Outage } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { RouteProvider, RouteQuery, RouteQuote } from '#providers/route-provider.ts';
import { TEST_TIME } from './context.ts';
import { CALL, type Changes, dataOf, hex, messageOf, NOBODY, PAYEE, word } from './route-sample.ts';
import { stillChain } from './still-chain.ts';

/** A chain that stands still and has a bridge. */
type BridgedChain = ReturnType<typeof stillChain> & {
  readonly bridge: NonNullable<Chain['bridge']>;
};

/** Gives a chain that stands still the bridge of its network; `contracts` are the wallets that are none with a key. */
export function bridgedChain(network: NetworkId, contracts: readonly string[] = []): BridgedChain {
  if (!hasBridge(network)) throw new Error(`${network} has no bridge`);
  const chain = stillChain(network);
  const feeProxy = CONTRACTS[network].erc20FeeProxy;
  return Object.assign(chain, {
    bridge: {
      decodeRoute: (transaction: Parameters<typeof decodeRoute>[2]) =>
        decodeRoute(NETWORKS[network], BRIDGES[network], transaction),
      destinationCall: (payment: Parameters<typeof destinationCall>[1]) =>
        destinationCall(feeProxy, payment),
      readPaymentCall: (call: Parameters<typeof readPaymentCall>[1]) =>
        readPaymentCall(feeProxy, call),
      findContracts: async (addresses: readonly string[]) => {
        if (chain.balances === undefined) throw new Outage('the node of the test is down');
        return addresses.map((address) => contracts.includes(address));
      },
    },
  });
}

/** A token of the catalog that a test cannot do without. */
export function token(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

/** An order over 100 of a token and a platform fee of half of one. */
export function orderOn(
  chain: Chain,
  currencyId: string,
  parts: Partial<PaymentOrder> = {},
): PaymentOrder {
  const currency = token(currencyId);
  const one = 10n ** BigInt(currency.decimals);
  return {
    chain,
    kind: 'token',
    currency,
    payeeAddress: PAYEE,
    paymentReference: '0xc76f55e1f975d199',
    due: { amountUnits: 100n * one, feeUnits: one / 2n },
    platformFee: { percentage: '0.5', address: NOBODY },
    ...parts,
  };
}

const SECONDS = TEST_TIME.getTime() / 1_000;

/** What a test changes of the routes of a provider. */
export interface RouteChanges extends Changes {
  readonly quote?: Partial<RouteQuote>;
  readonly to?: string;
  /** Who gets what the call leaves. */
  readonly fallback?: string;
  /** Of the embedded call. */
  readonly call?: Partial<typeof CALL>;
  /** What leaves the payer above the output, in hundredths of the source token. */
  readonly costHundredths?: bigint;
}

/** A provider whose routes do what they are asked for, but for what a test changes; it counts its quotes. */
export function sampleProvider(
  changesOf: (query: RouteQuery) => RouteChanges | Error = () => ({}),
): RouteProvider & { readonly quoted: RouteQuery[] } {
  const quoted: RouteQuery[] = [];
  return {
    quoted,
    name: 'sample',
    readStatus: async () => undefined,
    quote: async (query) => {
      quoted.push(query);
      const changes = changesOf(query);
      if (changes instanceof Error) throw changes;
      return quoteOf(query, changes);
    },
  };
}

function quoteOf(query: RouteQuery, changes: RouteChanges): RouteQuote {
  const { source, outputUnits } = query;
  const { costHundredths = 30n } = changes;
  const sourceUnits =
    sourceUnitsOf(query) + (costHundredths * 10n ** BigInt(source.decimals)) / 100n;
  return {
    tool: 'across',
    sourceUnits,
    leastOutputUnits: outputUnits,
    transaction: {
      to: changes.to ?? bridgeOf(source.chainId).diamond,
      data: dataOf(routeOf(query, sourceUnits, changes)),
      valueUnits: 0n,
    },
    resources: { gas: 400_000n },
    approvalAddress: bridgeOf(source.chainId).diamond,
    fees: [],
    durationSeconds: 5,
    fetchedAt: new Date(SECONDS * 1_000),
    ...changes.quote,
  };
}

/** The output in units of the source, as if both were dollars. */
function sourceUnitsOf({ source, destination, outputUnits }: RouteQuery): bigint {
  return (outputUnits * 10n ** BigInt(source.decimals)) / 10n ** BigInt(destination.decimals);
}

function routeOf(query: RouteQuery, sourceUnits: bigint, changes: RouteChanges): Changes {
  const { source, destination, payer, outputUnits, call } = query;
  const embedded = {
    ...CALL,
    callTo: hex(call.to),
    approveTo: hex(call.to),
    sendingAssetId: hex(destination.tokenAddress),
    receivingAssetId: hex(destination.tokenAddress),
    fromAmount: outputUnits,
    callData: call.data,
    ...changes.call,
  };
  return {
    bridge: {
      sendingAssetId: hex(source.tokenAddress),
      receiver: hex(payer),
      minAmount: sourceUnits,
      destinationChainId: BigInt(destination.chainId),
      hasSourceSwaps: changes.legs !== undefined,
      ...changes.bridge,
    },
    across: {
      receiverAddress: word(bridgeOf(destination.chainId).receiver),
      refundAddress: word(payer),
      sendingAssetId: word(source.tokenAddress),
      receivingAssetId: word(destination.tokenAddress),
      outputAmount: outputUnits,
      quoteTimestamp: SECONDS,
      fillDeadline: SECONDS + 7_200,
      message: messageOf([embedded], changes.fallback ?? payer),
      ...changes.across,
    },
    ...(changes.legs && { legs: changes.legs }),
  };
}

function bridgeOf(chainId: number) {
  const network = networkByChainId(chainId);
  if (network === undefined || !hasBridge(network.id)) throw new Error(`${chainId} has no bridge`);
  return BRIDGES[network.id];
}
