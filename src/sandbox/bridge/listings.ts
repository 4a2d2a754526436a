import { zeroAddress } from 'viem';
import { SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import type { Currency } from '#catalog/currencies.ts';
import type { BridgedNode } from './bridged-nodes.ts';
import { CHAIN_KEYS, findNode } from './quote-request.ts';

/** The one bridge of the sandbox. */
export const TOOL = { key: 'across', name: 'AcrossV4', logoURI: '' } as const;

/** Its one exchange, on the networks of which the catalog names a router. */
export const EXCHANGE = { key: 'uniswap', name: 'Uniswap', logoURI: '' } as const;

const SYMBOLS: readonly string[] = SOURCE_SYMBOLS;

/** A token in the provider's shape; the sandbox's rates move, so this price is a rough one. */
export function describeToken({ address, symbol, decimals, chainId, name }: Currency) {
  const priceUSD = symbol === 'EURC' ? '1.08' : '1';
  return { address, symbol, decimals, chainId, name, coinKey: symbol, priceUSD, logoURI: '' };
}

/** The coin of a network in the same shape, at a price with 8 decimals. */
export function describeCoin({ network, node }: BridgedNode, price: bigint) {
  const { symbol, decimals, name } = network.nativeCurrency;
  const priceUSD = (Number(price) / 1e8).toFixed(2);
  const { chainId } = node;
  return {
    address: zeroAddress,
    symbol,
    decimals,
    chainId,
    name,
    coinKey: symbol,
    priceUSD,
    logoURI: '',
  };
}

/** `GET /chains`. */
export function listChains(nodes: readonly BridgedNode[]) {
  const chains = nodes.map(({ network, node: { chainId, rpcUrl }, contracts }) => ({
    key: CHAIN_KEYS[chainId],
    name: network.name,
    coin: network.nativeCurrency.symbol,
    id: chainId,
    mainnet: true,
    chainType: 'EVM',
    nativeToken: { ...network.nativeCurrency, address: zeroAddress, chainId, priceUSD: '0' },
    metamask: { rpcUrls: [rpcUrl] },
    diamondAddress: contracts.diamond,
  }));
  return { chains };
}

/** `GET /tokens`. */
export function listTokens(nodes: readonly BridgedNode[]) {
  const rows = nodes.map(({ node, tokens }) => [node.chainId, tokens.map(describeToken)]);
  return { tokens: Object.fromEntries(rows) };
}

/** `GET /tools`. */
export function listTools(nodes: readonly BridgedNode[]) {
  const supportedChains = pairsOf(nodes).map(([from, to]) => ({
    fromChainId: from.node.chainId,
    toChainId: to.node.chainId,
  }));
  const swapping = nodes.filter(({ contracts }) => contracts.swapRouter !== undefined);
  const chains = swapping.map(({ node: { chainId } }) => chainId);
  const exchanges = chains.length === 0 ? [] : [{ ...EXCHANGE, supportedChains: chains }];
  return { bridges: [{ ...TOOL, supportedChains }], exchanges };
}

/** `GET /connections`, of all networks or of those that the query names. */
export function listConnections(
  nodes: readonly BridgedNode[],
  { fromChain, toChain }: Readonly<Record<string, unknown>>,
) {
  const of = (chain: unknown) => (typeof chain === 'string' ? findNode(nodes, chain) : undefined);
  const [source, destination] = [of(fromChain), of(toChain)];
  const connections = pairsOf(nodes)
    .filter(([from, to]) => (source ?? from) === from && (destination ?? to) === to)
    .map(([from, to]) => ({
      fromChainId: from.node.chainId,
      toChainId: to.node.chainId,
      fromTokens: from.tokens.filter(({ symbol }) => SYMBOLS.includes(symbol)).map(describeToken),
      toTokens: to.tokens.map(describeToken),
    }));
  return { connections };
}

function pairsOf(nodes: readonly BridgedNode[]) {
  return nodes.flatMap((from) =>
    nodes.filter((to) => to !== from).map((to) => [from, to] as const),
  );
}
