import { isAddress } from 'viem';
import { z } from 'zod';
import { SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import type { Currency } from '#catalog/currencies.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { BridgedNode } from './bridged-nodes.ts';
import { ERROR_CODES, invalid, malformed, noQuote, ProviderError } from './provider-error.ts';

/** The keys by which the provider's callers may name networks, by chain id. */
export const CHAIN_KEYS: Readonly<Record<number, string>> = {
  1: 'eth',
  10: 'opt',
  56: 'bsc',
  137: 'pol',
  8453: 'bas',
  42161: 'arb',
};

const isEvmAddress = (text: string): text is Hex => isAddress(text, { strict: false });
const address = z.string().refine(isEvmAddress, 'must be an address');
const units = z
  .string()
  .regex(/^[1-9]\d{0,77}$/)
  .transform(BigInt);
/** A list in a query is joined by commas. */
const names = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]);

const Asked = z.object({
  fromChain: z.union([z.string(), z.int()]).transform(String),
  toChain: z.union([z.string(), z.int()]).transform(String),
  fromToken: z.string(),
  toToken: z.string(),
  fromAddress: address,
  toAddress: address.optional(),
  toFallbackAddress: address.optional(),
  fromAmount: units.optional(),
  toAmount: units.optional(),
  integrator: z.string().max(60).default('lifi-api'),
  allowBridges: names.optional(),
  denyBridges: names.optional(),
  contractCalls: z
    .array(
      z.object({
        fromAmount: units,
        fromTokenAddress: address,
        toContractAddress: address,
        toContractCallData: z.string().refine(isHex),
        toApprovalAddress: address.optional(),
      }),
    )
    .min(1)
    .max(5)
    .optional(),
});

/** A request for a quote that names networks and tokens of the sandbox. */
export interface QuoteRequest extends Omit<z.output<typeof Asked>, 'fromToken' | 'toToken'> {
  readonly source: BridgedNode;
  readonly destination: BridgedNode;
  readonly fromToken: Currency;
  readonly toToken: Currency;
}

/** Which amount a path and a body go by. */
export interface QuoteForm {
  readonly by: 'fromAmount' | 'toAmount' | 'either';
  readonly hasCalls: boolean;
}

/** Reads a request for a quote. Throws `ProviderError` for what cannot be understood, and where no route can be. */
export function readQuoteRequest(
  nodes: readonly BridgedNode[],
  parameters: unknown,
  { by, hasCalls }: QuoteForm,
): QuoteRequest {
  const parsed = Asked.safeParse(parameters);
  if (!parsed.success) throw malformed(parsed.error);
  const asked = parsed.data;
  const given = (['fromAmount', 'toAmount'] as const).filter((name) => asked[name] !== undefined);
  if (given.length !== 1 || (by !== 'either' && given[0] !== by)) {
    throw invalid(`needs ${by === 'either' ? 'either fromAmount or toAmount' : `${by} alone`}`);
  }
  if (hasCalls !== (asked.contractCalls !== undefined))
    throw invalid('contractCalls is wrong here');
  const source = findNode(nodes, asked.fromChain);
  const destination = findNode(nodes, asked.toChain);
  const fromToken = findToken(source, asked.fromToken);
  const toToken = findToken(destination, asked.toToken);
  checkCalls(asked, toToken);
  checkRoute(asked, fromToken, toToken);
  return { ...asked, source, destination, fromToken, toToken };
}

/** The node of a network by its id or key. */
export function findNode(nodes: readonly BridgedNode[], chain: string): BridgedNode {
  const found = nodes.find(
    ({ node: { chainId } }) => String(chainId) === chain || CHAIN_KEYS[chainId] === chain,
  );
  if (found === undefined) throw invalid(`Unsupported chain ${chain}`);
  return found;
}

function findToken({ tokens, network }: BridgedNode, name: string): Currency {
  const found = tokens.find(
    ({ hash, symbol }) => hash === name.toLowerCase() || symbol === name.toUpperCase(),
  );
  if (found !== undefined) return found;
  const message = `There is no token ${name.slice(0, 60)} on ${network.name}`;
  throw new ProviderError(404, { message, code: ERROR_CODES.notFound });
}

function checkCalls({ contractCalls = [], toAmount }: z.output<typeof Asked>, token: Currency) {
  const isOther = contractCalls.some((call) => call.fromTokenAddress.toLowerCase() !== token.hash);
  if (isOther) throw invalid('contractCalls take another token than the one that arrives');
  const taken = contractCalls.reduce((sum, { fromAmount }) => sum + fromAmount, 0n);
  if (toAmount !== undefined && taken > toAmount) {
    throw invalid('contractCalls take more than what arrives');
  }
}

function checkRoute(
  { allowBridges, denyBridges = [] }: z.output<typeof Asked>,
  fromToken: Currency,
  toToken: Currency,
): void {
  const words = ['across', 'all', 'default'];
  const isAllowed = allowBridges === undefined || allowBridges.some((name) => words.includes(name));
  const isDenied = denyBridges.some((name) => ['across', 'all'].includes(name));
  if (!isAllowed || isDenied) throw noQuote('NO_POSSIBLE_ROUTE', 'The bridge is not allowed');
  const symbols: readonly string[] = SOURCE_SYMBOLS;
  if (fromToken.chainId === toToken.chainId || !symbols.includes(fromToken.symbol)) {
    throw noQuote('NO_POSSIBLE_ROUTE', 'There is no route between these tokens');
  }
}
