import {
  createPublicClient,
  encodeFunctionData,
  HttpRequestError,
  http,
  keccak256,
  toBytes,
} from 'viem';
import { sandboxPriceFeedAbi } from '#catalog/abis/sandbox-price-feed.generated.ts';
import { FIAT_HASHES, type SandboxStep, sandboxSteps } from '#catalog/conversion-paths.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { LocalNode } from './local-nodes.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

/** The decimals of every rate, as Chainlink's feeds against the dollar have them. */
export const RATE_DECIMALS = 8;

/** What the US dollar is called in conversion paths. */
export const DOLLAR_HASH = hexText(FIAT_HASHES['USD']);

/**
 * What a feed answers until somebody moves it, in dollars with {@link RATE_DECIMALS}. They look like
 * rates of 2025 and are nobody's; tokens of a dollar differ a little, so that a mix-up shows.
 */
const DEFAULT_RATES: Readonly<Record<string, bigint>> = {
  EUR: 1_08000000n,
  GBP: 1_27000000n,
  CNY: 13800000n,
  JPY: 670000n,
  ETH: 3200_00000000n,
  POL: 55000000n,
  BNB: 610_00000000n,
  USDC: 99980000n,
  USDT: 1_00040000n,
  DAI: 99970000n,
  FAU: 1_00000000n,
};

/** A test feed of a network: what one of a currency costs in dollars. */
export interface SandboxFeed extends SandboxStep {
  readonly hash: Hex;
  /** Where it stands on the local node; nothing does on any public network. */
  readonly address: Hex;
  readonly defaultAnswer: bigint;
}

/** What a feed answers now. */
export interface SandboxRate {
  readonly network: NetworkId;
  readonly symbol: string;
  /** Dollars for one, with {@link RATE_DECIMALS}. */
  readonly answer: bigint;
  /** When the rate was found; undefined while it is always fresh. */
  readonly foundAt: Date | undefined;
  readonly sandboxOnly: boolean;
}

/** A node that a sandbox said it has. */
export type SandboxNode = Pick<LocalNode, 'network' | 'chainId' | 'rpcUrl'>;

/** The test feeds that the snapshot of a network has. */
export function sandboxFeeds(network: NetworkId): readonly SandboxFeed[] {
  return sandboxSteps(network).map((step) => {
    const name = keccak256(toBytes(`florin sandbox price feed ${network} ${step.symbol}`));
    const defaultAnswer = DEFAULT_RATES[step.symbol] ?? 1_00000000n;
    return { ...step, hash: hexText(step.hash), address: `0x${name.slice(-40)}`, defaultAnswer };
  });
}

/** The rates of a local node's test feeds, in the order of {@link sandboxFeeds}; none elsewhere. */
export async function readSandboxRates(node: SandboxNode): Promise<readonly SandboxRate[]> {
  const client = clientOf(node);
  const rates = sandboxFeeds(node.network).map(async (feed) => {
    const { address, symbol, sandboxOnly } = feed;
    if (!(await hasFeed(node, address))) return [];
    const contract = { address, abi: sandboxPriceFeedAbi } as const;
    const [answer, foundAt] = await Promise.all([
      client.readContract({ ...contract, functionName: 'latestAnswer' }),
      client.readContract({ ...contract, functionName: 'foundAt' }),
    ]);
    const at = foundAt === 0n ? undefined : new Date(Number(foundAt) * 1000);
    return [{ network: node.network, symbol, answer, foundAt: at, sandboxOnly }];
  });
  return (await Promise.all(rates)).flat();
}

/** Where to move a feed to. */
export interface RateMove {
  /** Dollars for one, with {@link RATE_DECIMALS}. */
  readonly answer: bigint;
  /** How old the rate is by the chain's clock, and grows from then on; without it, always fresh. */
  readonly ageSeconds?: number;
}

/**
 * Moves the feed of a currency on a local node and waits until it stands in a block; returns false
 * where the node has no such feed, which is so on every public network, and sends nothing then.
 */
export async function moveSandboxRate(
  node: SandboxNode,
  symbol: string,
  move: RateMove,
): Promise<boolean> {
  const feed = sandboxFeeds(node.network).find((row) => row.symbol === symbol);
  if (feed === undefined || !(await hasFeed(node, feed.address))) return false;
  const client = clientOf(node);
  const { timestamp } = await client.getBlock();
  const foundAt = move.ageSeconds === undefined ? 0n : timestamp - BigInt(move.ageSeconds);
  if (foundAt < 0n) throw new Refusal('invalid_age', 400, { message: 'no rate is that old' });
  const data = encodeFunctionData({
    abi: sandboxPriceFeedAbi,
    functionName: 'set',
    args: [move.answer, foundAt],
  });
  const call = { to: feed.address, data, valueUnits: 0n };
  const hash = await sendCall(node, TEST_ACCOUNTS.operator, call);
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Outage(`the feed of ${symbol} did not move`);
  return true;
}

/** How often a receipt is looked for; a local node mines a transaction within milliseconds. */
const POLL_MS = 20;

const clientOf = ({ rpcUrl }: SandboxNode) =>
  createPublicClient({ transport: http(rpcUrl), pollingInterval: POLL_MS, cacheTime: 0 });

/** Nothing stands at a test feed's address but in the sandbox, so no transaction leaves it. */
async function hasFeed(node: SandboxNode, address: Hex): Promise<boolean> {
  try {
    const code = await clientOf(node).getCode({ address });
    return code !== undefined && code !== '0x';
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    throw new Outage(`The node of ${node.network} does not answer: is the sandbox running?`);
  }
}

function hexText(text: string | undefined): Hex {
  return text !== undefined && isHex(text) ? text : '0x';
}
