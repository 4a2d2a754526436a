import { encodeAbiParameters, getAbiItem, keccak256, parseAbi, zeroAddress } from 'viem';
import { relayParameters, spokePoolAbi } from '#catalog/abis/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import { asHex, type BridgedNode } from './bridged-nodes.ts';

/** What the sandbox's spoke pool has beside the public functions. */
export const sandboxPoolAbi = parseAbi([
  'function refundable(uint256 depositId) view returns (address token, address depositor, uint256 units, uint32 fillDeadline)',
  'function refundExpiredDeposit(uint256 depositId)',
]);

const FILLED = 2n;

/** A deposit of a local node, and where it is to be filled. */
export interface Deposit {
  readonly source: BridgedNode;
  readonly hash: Hex;
  readonly destinationChainId: bigint;
  /** Undefined where the destination has no local node. */
  readonly destination: BridgedNode | undefined;
  /** What a fill is called with. */
  readonly relay: {
    readonly depositor: Hex;
    readonly recipient: Hex;
    readonly exclusiveRelayer: Hex;
    readonly inputToken: Hex;
    readonly outputToken: Hex;
    readonly inputAmount: bigint;
    readonly outputAmount: bigint;
    readonly originChainId: bigint;
    readonly depositId: bigint;
    readonly fillDeadline: number;
    readonly exclusivityDeadline: number;
    readonly message: Hex;
  };
}

const poolOf = ({ contracts }: BridgedNode) => asHex(contracts.spokePool);

/** The deposits of some blocks of a node, oldest first. */
export async function readDeposits(
  source: BridgedNode,
  nodes: readonly BridgedNode[],
  blocks: { readonly from: bigint; readonly to: bigint },
): Promise<readonly Deposit[]> {
  const logs = await source.client.getLogs({
    address: poolOf(source),
    event: getAbiItem({ abi: spokePoolAbi, name: 'FundsDeposited' }),
    fromBlock: blocks.from,
    toBlock: blocks.to,
    strict: true,
  });
  return logs.map(({ args, transactionHash }) => {
    const { destinationChainId, quoteTimestamp: _, ...rest } = args;
    return {
      source,
      hash: transactionHash,
      destinationChainId,
      destination: nodes.find(({ node }) => BigInt(node.chainId) === destinationChainId),
      relay: { ...rest, originChainId: BigInt(source.node.chainId) },
    };
  });
}

/** Whether the deposit was filled on its destination. */
export async function isFilled({ relay, destination, destinationChainId }: Deposit) {
  if (destination === undefined) return false;
  const hash = keccak256(encodeAbiParameters(relayParameters, [relay, destinationChainId]));
  const status = await destination.client.readContract({
    address: poolOf(destination),
    abi: spokePoolAbi,
    functionName: 'fillStatuses',
    args: [hash],
  });
  return status === FILLED;
}

/** Whether the depositor has the tokens back. */
export async function isRefunded({ source, relay }: Deposit): Promise<boolean> {
  const [token] = await source.client.readContract({
    address: poolOf(source),
    abi: sandboxPoolAbi,
    functionName: 'refundable',
    args: [relay.depositId],
  });
  return token === zeroAddress;
}

/** The transaction that filled a deposit as it was made; others may report fills under its number. */
export async function findFill({ relay, destination }: Deposit): Promise<Hex | undefined> {
  if (destination === undefined) return undefined;
  const logs = await destination.client.getLogs({
    address: poolOf(destination),
    event: getAbiItem({ abi: spokePoolAbi, name: 'FilledRelay' }),
    args: { originChainId: relay.originChainId, depositId: relay.depositId },
    fromBlock: 0n,
    strict: true,
  });
  const messageHash = relay.message === '0x' ? `0x${'00'.repeat(32)}` : keccak256(relay.message);
  return logs.find(
    ({ args }) =>
      args.outputAmount === relay.outputAmount &&
      args.depositor === relay.depositor &&
      args.recipient === relay.recipient &&
      args.messageHash === messageHash,
  )?.transactionHash;
}

/** Whether both networks' clocks are past the fill deadline, so that a refund pays nobody twice. */
export async function isExpired({ source, destination, relay }: Deposit): Promise<boolean> {
  const nodes = destination === undefined ? [source] : [source, destination];
  const heads = await Promise.all(nodes.map(({ client }) => client.getBlock()));
  return heads.every(({ timestamp }) => timestamp > BigInt(relay.fillDeadline));
}
