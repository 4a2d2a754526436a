import type { Clock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { isSameHex } from '#kit/hex.ts';
import { type JsonClient, openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { RouteProvider, RouteQuery, RouteQuote, RouteToken } from '../route-provider.ts';
import { refusalOf } from './lifi-errors.ts';
import { Status, Step } from './lifi-shapes.ts';

/** What messages, metrics and pages call the provider. */
const NAME = 'lifi';
/** The provider asks several bridges before it answers; a payer who waits longer has left. */
const TIMEOUT_MS = 8_000;
/** One repetition: what fails twice fails again, and the payer still waits. */
const TRIES_MAX = 2;

const STATUS = { INVALID: 'invalid', PENDING: 'pending', DONE: 'done', FAILED: 'failed' } as const;

/** Where the provider is and how it is used. */
export interface LifiOptions {
  readonly outbound: Outbound;
  readonly now: Clock;
  /** With its version, such as `https://li.quest/v1`. */
  readonly baseUrl: string;
  /** The name by which the provider knows this installation. */
  readonly integrator: string;
  readonly apiKey: string | undefined;
  /** The keys of the bridges that routes may use. */
  readonly bridges: readonly string[];
  /** For each of two tries; 8 s by default. */
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** Opens the route provider LI.FI, from its public documentation. Nothing is sent yet. */
export function openLifiProvider(options: LifiOptions): RouteProvider {
  const { outbound, baseUrl, integrator, apiKey, timeoutMs = TIMEOUT_MS, time } = options;
  const client = openJsonClient({
    outbound,
    name: NAME,
    baseUrl,
    headers: {
      'x-lifi-integrator': integrator,
      ...(apiKey !== undefined && { 'x-lifi-api-key': apiKey }),
    },
    timeoutMs,
    readTriesMax: TRIES_MAX,
    ...(time && { time }),
  });
  return {
    name: NAME,
    quote: (query) => quote(client, options, query),
    readStatus: async ({ sourceChainId, transactionHash }) => {
      const answer = await client.read({
        path: '/status',
        query: { txHash: transactionHash, fromChain: String(sourceChainId) },
        schema: Status,
      });
      const { status, substatus, substatusMessage: message, sending, receiving } = answer;
      if (status === 'NOT_FOUND') return undefined;
      if (sending?.chainId !== undefined && sending.chainId !== sourceChainId) {
        throw wrong('a status of another network');
      }
      return { status: STATUS[status], substatus, message, receivingHash: receiving?.txHash };
    },
  };
}

async function quote(
  client: JsonClient,
  { bridges, integrator, now }: LifiOptions,
  query: RouteQuery,
): Promise<RouteQuote> {
  const step = await client
    .read({
      path: '/quote/contractCalls',
      body: bodyOf(query, { bridges, integrator }),
      schema: Step,
    })
    .catch((error: unknown) => {
      throw (error instanceof ServiceFailure && refusalOf(error)) || error;
    });
  checkStep(step, query);
  const crossing = step.includedSteps.filter(({ type }) => type === 'cross');
  const [bridge] = crossing;
  if (bridge === undefined || crossing.length > 1) throw wrong('a route that is not one bridge');
  if (!bridges.includes(bridge.tool)) throw wrong('a bridge that was not asked for');
  const { estimate, transactionRequest } = step;
  const { to, data, value: valueUnits, gasLimit } = transactionRequest;
  return {
    tool: bridge.tool,
    sourceUnits: estimate.fromAmount,
    leastOutputUnits: estimate.toAmountMin,
    transaction: { to, data, valueUnits },
    resources: gasLimit === undefined ? undefined : { gas: gasLimit },
    approvalAddress: estimate.approvalAddress,
    fees: estimate.feeCosts.map(({ name, token, amount, amountUSD, included }) => ({
      name,
      chainId: token.chainId,
      tokenAddress: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      units: amount,
      usd: amountUSD,
      isIncluded: included,
    })),
    durationSeconds: Math.ceil(estimate.executionDuration),
    fetchedAt: now(),
  };
}

function bodyOf(
  { source, destination, payer, outputUnits, call }: RouteQuery,
  { bridges, integrator }: Pick<LifiOptions, 'bridges' | 'integrator'>,
) {
  const amount = outputUnits.toString();
  return {
    fromChain: source.chainId,
    fromToken: source.tokenAddress,
    fromAddress: payer,
    toChain: destination.chainId,
    toToken: destination.tokenAddress,
    toAmount: amount,
    toFallbackAddress: payer,
    contractCalls: [
      {
        fromAmount: amount,
        fromTokenAddress: destination.tokenAddress,
        toContractAddress: call.to,
        toContractCallData: call.data,
        toContractGasLimit: call.gasLimit.toString(),
        toApprovalAddress: call.to,
      },
    ],
    integrator,
    allowBridges: bridges,
  };
}

/** Throws `Outage` for a step that is about something else than was asked, by its own words. */
function checkStep(
  { action, estimate, transactionRequest }: Step,
  { source, destination, payer, outputUnits }: RouteQuery,
): void {
  checkToken('source', { ...action.fromToken, of: action.fromChainId }, source);
  checkToken('destination', { ...action.toToken, of: action.toChainId }, destination);
  if (!isSameHex(action.fromAddress, payer)) throw wrong('a route of another payer');
  const { from, chainId } = transactionRequest;
  if (from !== undefined && !isSameHex(from, payer)) throw wrong('a transaction of another payer');
  if (chainId !== undefined && chainId !== source.chainId) {
    throw wrong('a transaction of another network');
  }
  if (estimate.fromAmount === 0n) throw wrong('a route that takes nothing');
  if (estimate.toAmountMin < outputUnits) throw wrong('a lower output than was asked for');
}

function checkToken(
  end: 'source' | 'destination',
  token: Step['action']['fromToken'] & { readonly of: number },
  expected: RouteToken,
): void {
  const isExpected =
    token.chainId === expected.chainId &&
    token.of === expected.chainId &&
    isSameHex(token.address, expected.tokenAddress);
  if (!isExpected) throw wrong(`another ${end} token than was asked for`);
  if (token.decimals !== expected.decimals) throw wrong(`wrong decimals of the ${end} token`);
}

function wrong(what: string): Outage {
  return new Outage(`${NAME} answered ${what}`);
}
