import { encodeFunctionData, erc20Abi, maxUint256, pad, parseAbi, parseEventLogs } from 'viem';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import { type Deposit, sandboxPoolAbi } from '#sandbox/bridge/deposits.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from './read-receipt.ts';
import {
  type Changes,
  dataOf,
  hex,
  OUTPUT_USDC,
  SOURCE_USDC,
  SOURCE_USDT,
} from './route-sample.ts';
import { openTestNode, type TestNode } from './test-node.ts';

const { payer, unrelated, operator } = TEST_ACCOUNTS;
const tokenAbi = parseAbi(['function mint(address to, uint256 units)']);

/** What a fill is called with. */
export type Relay = Deposit['relay'];

/** Arbitrum as the source and Base as the destination, each with a node and the contracts of the bridge. */
export interface BridgeWorld extends AsyncDisposable {
  readonly source: TestNode;
  readonly destination: TestNode;
  /** Makes a deposit as the payer, in a transaction like the sample's but of this minute. */
  deposit(changes?: Changes): Promise<{ readonly hash: Hex; readonly relay: Relay }>;
  /** Fills a deposit as the relayer. */
  fill(relay: Relay): Promise<Hex>;
  /** Refunds a deposit as the operator, or as somebody else. */
  refund(relay: Relay, by?: TestAccount): Promise<Hex>;
  /** A test account's balance of a token. */
  balance(at: TestNode, token: Hex, holder: Hex): Promise<bigint>;
}

/** The address of a contract of the bridge. */
export function bridgeAddress(
  at: TestNode,
  name: 'diamond' | 'executor' | 'receiver' | 'spokePool' | 'feeForwarder',
): Hex {
  const network = at.node.network === 'base' ? 'base' : 'arbitrum-one';
  return hex(BRIDGES[network][name]);
}

/** The time of a node's newest block, in seconds. */
export async function timeOf({ client }: TestNode): Promise<number> {
  return Number((await client.getBlock()).timestamp);
}

/** Moves a node's clock on. */
export async function passTime({ node }: TestNode, seconds: number): Promise<void> {
  for (const [method, params] of [
    ['evm_increaseTime', [seconds]],
    ['evm_mine', []],
  ] as const) {
    const answer = await fetch(node.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    if (!answer.ok) throw new Error(`${method} answered ${answer.status}`);
  }
}

async function send(
  at: TestNode,
  by: TestAccount,
  call: { readonly to: string; readonly data: Hex },
): Promise<Hex> {
  const hash = await sendCall(at.node, by, { ...call, valueUnits: 0n });
  await readReceipt(at.client, hash);
  return hash;
}

function approval(spender: Hex): Hex {
  const args = [spender, maxUint256] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
}

/** Opens both nodes; the payer has approved the diamond, and the relayer holds tokens. */
export async function openBridgeWorld(): Promise<BridgeWorld> {
  const [source, destination] = await Promise.all([
    openTestNode('arbitrum-one'),
    openTestNode('base'),
  ]);
  const diamond = bridgeAddress(source, 'diamond');
  for (const to of [SOURCE_USDT, SOURCE_USDC]) {
    await send(source, payer, { to, data: approval(diamond) });
  }
  const minted = [unrelated.address, 10n ** 12n] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: minted });
  const spending = approval(bridgeAddress(destination, 'spokePool'));
  await send(destination, unrelated, { to: OUTPUT_USDC, data });
  await send(destination, unrelated, { to: OUTPUT_USDC, data: spending });
  return {
    source,
    destination,
    deposit: (changes) => deposit(source, changes),
    fill: (relay) => fill(destination, relay),
    refund: (relay, by = operator) => {
      const args = [relay.depositId] as const;
      const functionName = 'refundExpiredDeposit';
      const call = encodeFunctionData({ abi: sandboxPoolAbi, functionName, args });
      return send(source, by, { to: bridgeAddress(source, 'spokePool'), data: call });
    },
    balance: (at, address, holder) =>
      at.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([source, destination].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

async function deposit(source: TestNode, changes: Changes = {}) {
  const now = await timeOf(source);
  const times = { quoteTimestamp: now, fillDeadline: now + 600 };
  const data = dataOf({ ...changes, across: { ...times, ...changes.across } });
  const hash = await send(source, payer, { to: bridgeAddress(source, 'diamond'), data });
  const { logs } = await readReceipt(source.client, hash);
  const [event] = parseEventLogs({ abi: spokePoolAbi, eventName: 'FundsDeposited', logs });
  if (event === undefined) throw new Error('nothing was deposited');
  const { destinationChainId: _, quoteTimestamp: __, ...args } = event.args;
  return { hash, relay: { ...args, originChainId: BigInt(source.node.chainId) } };
}

async function fill(destination: TestNode, relay: Relay): Promise<Hex> {
  const args = [relay, relay.originChainId, pad(unrelated.address)] as const;
  const data = encodeFunctionData({ abi: spokePoolAbi, functionName: 'fillRelay', args });
  return await send(destination, unrelated, { to: bridgeAddress(destination, 'spokePool'), data });
}
