import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import {
  type BridgeWorld,
  openBridgeWorld,
  passTime,
  type Relay,
} from '../../../../tests/support/bridge-world.ts';
import {
  forward,
  type Made,
  type Question,
  type RelayedNode,
  relayNode,
} from '../../../../tests/support/relayed-node.ts';
import { connect, type TestNode } from '../../../../tests/support/test-node.ts';
import type { BridgeDeposit, BridgeReads } from '../../bridge.ts';
import type { EvmChain } from '../evm-chain.ts';
import { readFillEvent } from './deposits.ts';

// A node that answers falsely: each falsehood is an Outage, or is not believed; none is taken as a fact.

let world: BridgeWorld;
let relays: RelayedNode[] = [];
const opened: EvmChain[] = [];
let source: BridgeReads;
let destination: BridgeReads;
let made: { readonly hash: Hex; readonly relay: Relay; readonly filled: Hex };
let deposit: BridgeDeposit;

/** Reads through a relay by a process that has not queried its node yet: a node that failed is left alone. */
function readsBehind({ node }: TestNode, { rpcUrl }: RelayedNode): BridgeReads {
  const chain = connect({ network: node.network, rpcUrl });
  opened.push(chain);
  if (chain.bridge === undefined) throw new Error(`${node.network} has no bridge`);
  return chain.bridge;
}

function openReads(): void {
  const [first, second] = relays;
  if (first === undefined || second === undefined) throw new Error('there is no relay');
  source = readsBehind(world.source, first);
  destination = readsBehind(world.destination, second);
}

beforeAll(async () => {
  world = await openBridgeWorld();
  relays = [
    await relayNode(world.source.node.rpcUrl),
    await relayNode(world.destination.node.rpcUrl),
  ];
  openReads();
  const { hash, relay } = await world.deposit();
  made = { hash, relay, filled: await world.fill(relay) };
  const [found] = await source.readSources([{ hash }]);
  if (found?.state !== 'success' || found.deposits[0] === undefined) throw new Error('no deposit');
  [deposit] = found.deposits;
  await passTime(world.source, 601);
  await world.refund(relay);
});
beforeEach(openReads);
afterEach(() => {
  for (const relay of relays) relay.answer = () => undefined;
});
afterAll(async () => {
  await Promise.all(opened.map((chain) => chain.close()));
  await Promise.all(relays.map((relay) => relay.stop()));
  await world[Symbol.asyncDispose]();
});

const Answer = z.object({ result: z.unknown() });
const Log = z.looseObject({ address: z.string(), topics: z.array(z.string()), data: z.string() });
type Log = z.infer<typeof Log>;
const Receipt = z.looseObject({ logs: z.array(Log) });

/** Lets a node's answers to a method be changed before they are sent. */
function falsify(at: TestNode, method: string, change: (result: unknown) => unknown): void {
  const relay = relays[at === world.source ? 0 : 1];
  if (relay === undefined) throw new Error('there is no relay');
  relay.answer = async (question: Question): Promise<Made | undefined> => {
    if (question.method !== method) return undefined;
    const { result } = Answer.parse(await forward(at.node.rpcUrl, question));
    return { result: result === null ? null : change(result) };
  };
}

const changeLogs = (change: (log: Log) => Log) => (result: unknown) =>
  Array.isArray(result) ? result.map((log: unknown) => change(Log.parse(log))) : result;
const changeReceipt = (change: (log: Log) => Log) => (result: unknown) => {
  const receipt = Receipt.parse(result);
  return { ...receipt, logs: receipt.logs.map(change) };
};
const OTHER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const other = (log: Log): Log => ({ ...log, address: OTHER });
const doubled = (log: Log): Log => ({ ...log, data: `${log.data.slice(0, -1)}1` });
const cut = (log: Log): Log => ({ ...log, data: log.data.slice(0, 66) });

describe('of a source transaction', () => {
  it('a receipt of another transaction is not believed', async () => {
    falsify(world.source, 'eth_getTransactionReceipt', (result) => ({
      ...Receipt.parse(result),
      transactionHash: `0x${'12'.repeat(32)}`,
    }));
    await expect(source.readSources([{ hash: made.hash }])).rejects.toThrow(Outage);
  });

  it('a receipt by another sender is not believed', async () => {
    falsify(world.source, 'eth_getTransactionReceipt', (result) => ({
      ...Receipt.parse(result),
      from: OTHER,
    }));
    await expect(source.readSources([{ hash: made.hash }])).rejects.toThrow(Outage);
  });

  it('a receipt of a block that does not list it is not believed', async () => {
    const block = await world.source.client.getBlock({ blockNumber: 1n });
    falsify(world.source, 'eth_getTransactionReceipt', (result) => ({
      ...Receipt.parse(result),
      blockHash: block.hash,
      blockNumber: '0x1',
    }));
    await expect(source.readSources([{ hash: made.hash }])).rejects.toThrow(Outage);
  });

  it('the event of another contract is no deposit', async () => {
    falsify(world.source, 'eth_getTransactionReceipt', changeReceipt(other));
    const [found] = await source.readSources([{ hash: made.hash }]);
    expect(found).toMatchObject({ state: 'success', deposits: [] });
  });

  it('an event that is cut short is not believed', async () => {
    falsify(world.source, 'eth_getTransactionReceipt', changeReceipt(cut));
    await expect(source.readSources([{ hash: made.hash }])).rejects.toThrow(Outage);
  });
});

describe('of a fill', () => {
  it('a state that the contract does not have is not believed', async () => {
    falsify(world.destination, 'eth_call', () => `0x${'3'.padStart(64, '0')}`);
    await expect(destination.readFills([deposit])).rejects.toThrow(Outage);
  });

  it.each([
    ['of another contract', other],
    ['with another topic', (log: Log) => ({ ...log, topics: [`0x${'12'.repeat(32)}`] })],
    [
      'of another deposit',
      (log: Log) => ({ ...log, topics: log.topics.toSpliced(2, 1, log.topics[1] ?? '') }),
    ],
    ['that is not in its receipt', doubled],
    ['of a receipt elsewhere', (log: Log) => ({ ...log, blockNumber: '0x1' })],
  ])('a log %s is not believed', async (_, change) => {
    falsify(world.destination, 'eth_getLogs', changeLogs(change));
    await expect(destination.findFill(deposit, 1n)).rejects.toThrow(Outage);
  });

  it('an outcome that the receiver did not report is none', async () => {
    falsify(world.destination, 'eth_getTransactionReceipt', (result) => {
      const receipt = Receipt.parse(result);
      const spokePool = receipt.logs.find(isFill)?.address ?? '';
      const isKept = ({ address }: Log) => address === spokePool;
      return { ...receipt, logs: receipt.logs.map((log) => (isKept(log) ? log : other(log))) };
    });
    expect(await destination.findFill(deposit, 1n)).toMatchObject({ outcome: 'no_call' });
  });
});

/** Whether a log has the form of a fill, whoever wrote it. */
function isFill({ address, topics, data }: Log): boolean {
  const hex = (text: string): Hex => `0x${text.slice(2)}`;
  const log = { address: hex(address), topics: topics.map(hex), data: hex(data), logIndex: 0 };
  return readFillEvent(log, address) !== undefined;
}

describe('of a refund', () => {
  it.each([
    ['of another token', other],
    ['that is not in its receipt', doubled],
  ])('a Transfer %s is not believed', async (_, change) => {
    falsify(world.source, 'eth_getLogs', changeLogs(change));
    await expect(source.findRefund(deposit, 1n)).rejects.toThrow(Outage);
  });

  it('a Transfer without the event of a refund is none', async () => {
    falsify(world.source, 'eth_getTransactionReceipt', (result) => {
      const receipt = Receipt.parse(result);
      const isTransfer = ({ topics }: Log) => topics[0]?.startsWith('0xddf252ad') === true;
      return { ...receipt, logs: receipt.logs.map((log) => (isTransfer(log) ? log : other(log))) };
    });
    expect(await source.findRefund(deposit, 1n)).toBeUndefined();
  });

  it('is found where nothing is false', async () => {
    expect(await source.findRefund(deposit, 1n)).toMatchObject({ units: deposit.inputUnits });
  });
});
