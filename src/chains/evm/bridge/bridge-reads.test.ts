import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import {
  type BridgeWorld,
  bridgeAddress,
  openBridgeWorld,
  passTime,
  type Relay,
} from '../../../../tests/support/bridge-world.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import { type RelayedNode, relayNode } from '../../../../tests/support/relayed-node.ts';
import {
  CALL,
  dataOf,
  messageOf,
  OTHER,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  paid,
  SOURCE_USDT,
  word,
} from '../../../../tests/support/route-sample.ts';
import { connect, followedFrom, type TestNode } from '../../../../tests/support/test-node.ts';
import type { BridgeDeposit, BridgeReads } from '../../bridge.ts';
import type { EvmChain } from '../evm-chain.ts';

let world: BridgeWorld;
let relays: { source: RelayedNode; destination: RelayedNode };
let source: BridgeReads;
let destination: BridgeReads;
const opened: EvmChain[] = [];

function readsOf(chain: EvmChain): BridgeReads {
  if (chain.bridge === undefined) throw new Error(`${chain.network.id} has no bridge`);
  return chain.bridge;
}

function behind({ node }: TestNode, { rpcUrl }: RelayedNode): BridgeReads {
  const chain = connect({ network: node.network, rpcUrl });
  opened.push(chain);
  return readsOf(chain);
}

beforeAll(async () => {
  world = await openBridgeWorld();
  relays = {
    source: await relayNode(world.source.node.rpcUrl),
    destination: await relayNode(world.destination.node.rpcUrl),
  };
  source = behind(world.source, relays.source);
  destination = behind(world.destination, relays.destination);
});
afterAll(async () => {
  await Promise.all(opened.map((chain) => chain.close()));
  await Promise.all([relays.source.stop(), relays.destination.stop()]);
  await world[Symbol.asyncDispose]();
});

const mine = async (at: TestNode, blocks: number) => {
  for (let i = 0; i < blocks; i += 1) await passTime(at, 1);
};

/** A deposit as the chain describes it. */
async function depositOf(changes?: Parameters<BridgeWorld['deposit']>[0]) {
  const { hash, relay } = await world.deposit(changes);
  const [found] = await source.readSources([{ hash }]);
  if (found?.state !== 'success') throw new Error('the deposit is not found');
  const [deposit] = found.deposits;
  if (deposit === undefined) throw new Error('no deposit is found');
  return { hash, relay, deposit, found };
}

describe('source transactions', () => {
  it('are read with their deposits, all in two rounds', async () => {
    const { hash, relay } = await world.deposit();
    const other = await world.source.client.getTransactionReceipt({ hash });
    const reverted = await sendReverting();
    await mine(world.source, 3);
    relays.source.trips = 0;
    const unknown: Hex = `0x${'ab'.repeat(32)}`;
    const found = await source.readSources([{ hash }, { hash: reverted }, { hash: unknown }]);
    expect(relays.source.trips).toBe(2);
    const transaction = { to: BRIDGES['arbitrum-one'].diamond, valueUnits: 0n };
    expect(found).toEqual([
      {
        hash,
        state: 'success',
        sender: PAYER,
        nonce: expect.any(BigInt),
        transaction: { ...transaction, data: expect.stringMatching(/^0xa1f1ce43/) },
        block: { number: other.blockNumber, hash: other.blockHash },
        blockTime: expect.any(Date),
        isFinal: true,
        deposits: [
          {
            depositId: relay.depositId,
            originChainId: 42_161,
            destinationChainId: 8_453,
            depositor: PAYER,
            recipient: BRIDGES.base.receiver,
            inputToken: SOURCE_USDT,
            inputUnits: 101_000000n,
            outputToken: OUTPUT_USDC,
            outputUnits: 100_600000n,
            fillDeadline: new Date(relay.fillDeadline * 1_000),
            relayHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
            messageHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
            call: { to: paid.to, data: paid.data, units: 100_500000n },
            fallbackAddress: PAYER,
          },
        ],
      },
      expect.objectContaining({ hash: reverted, state: 'reverted', deposits: [] }),
      { hash: unknown, state: 'unknown', isReplaced: false },
    ]);
  });

  it('are not final while their block is not, and have no more than the deposits that count', async () => {
    relays.source.answer = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { error: { code: -32_000, message: 'no such tag' } }
        : undefined;
    try {
      const { found } = await depositOf({ across: { message: '0x1234' } });
      // The depth of the network counts, which no block of this chain has.
      expect(found).toMatchObject({ isFinal: false, deposits: [{ call: undefined }] });
    } finally {
      relays.source.answer = () => undefined;
    }
  });

  it('are replaced where a final block has another of the same nonce', async () => {
    const { found } = await depositOf();
    if (found.state !== 'success') throw new Error('the deposit is not found');
    await mine(world.source, 3);
    const hash: Hex = `0x${'cd'.repeat(32)}`;
    const sent = { sender: PAYER, nonce: found.nonce };
    const later = { sender: PAYER, nonce: found.nonce + 1n };
    expect(await source.readSources([{ hash, sent }, { hash, sent: later }, { hash }])).toEqual([
      { hash, state: 'unknown', isReplaced: true },
      { hash, state: 'unknown', isReplaced: false },
      { hash, state: 'unknown', isReplaced: false },
    ]);
  });

  it('are an Outage where no node answers', async () => {
    relays.source.answer = () => ({ error: { code: -32_603, message: 'broken' } });
    try {
      const reading = source.readSources([{ hash: `0x${'ab'.repeat(32)}` }]);
      await expect(reading).rejects.toThrow(Outage);
    } finally {
      relays.source.answer = () => undefined;
    }
  });
});

async function sendReverting(): Promise<Hex> {
  const { node, client } = world.source;
  // The gas is named, because an estimate would refuse it.
  const data = dataOf({ across: { quoteTimestamp: 1 } });
  const hash = await sendCall(node, TEST_ACCOUNTS.payer, {
    to: bridgeAddress(world.source, 'diamond'),
    data,
    valueUnits: 0n,
  }).catch(() => undefined);
  if (hash !== undefined) throw new Error('an estimate accepted what reverts');
  const answer = await client.request({
    // @ts-expect-error a development node signs for its own accounts
    method: 'eth_sendTransaction',
    params: [{ from: PAYER, to: bridgeAddress(world.source, 'diamond'), data, gas: '0x7a120' }],
  });
  const reverted: Hex = `0x${String(answer).slice(2)}`;
  await readReceipt(client, reverted);
  return reverted;
}

describe('fills', () => {
  it('are read of all deposits in two rounds, and are final with their block', async () => {
    const filled = await depositOf();
    const open = await depositOf();
    await world.fill(filled.relay);
    const fresh = await destination.readFills([filled.deposit, open.deposit]);
    expect(fresh.map(({ isFilled }) => isFilled)).toEqual([true, false]);
    await mine(world.destination, 3);
    relays.destination.trips = 0;
    const states = await destination.readFills([filled.deposit, open.deposit]);
    expect(relays.destination.trips).toBe(2);
    expect(states).toEqual([
      {
        isFilled: true,
        isFilledFinally: true,
        headTime: expect.any(Date),
        finalTime: expect.any(Date),
      },
      {
        isFilled: false,
        isFilledFinally: false,
        headTime: expect.any(Date),
        finalTime: expect.any(Date),
      },
    ]);
    const [state] = states;
    expect(state?.finalTime.getTime()).toBeLessThanOrEqual(state?.headTime.getTime() ?? 0);
    expect(await destination.readFills([])).toEqual([]);
  });

  it('are found with what became of the call', async () => {
    const from = (await world.destination.client.getBlockNumber()) + 1n;
    const ran = await depositOf();
    const failed = await depositOf({
      across: { message: messageOf([{ ...CALL, fromAmount: 100_600001n }], OTHER) },
    });
    const plain = await depositOf({
      bridge: { hasDestinationCall: false, receiver: PAYEE },
      across: { message: '0x', receiverAddress: word(PAYEE) },
    });
    expect(await destination.findFill(ran.deposit, from)).toBeUndefined();
    const hash = await world.fill(ran.relay);
    await world.fill(failed.relay);
    await world.fill(plain.relay);
    await mine(world.destination, 3);
    const { blockNumber, blockHash } = await world.destination.client.getTransactionReceipt({
      hash,
    });
    expect(await destination.findFill(ran.deposit, from)).toEqual({
      transactionHash: hash,
      block: { number: blockNumber, hash: blockHash },
      blockTime: expect.any(Date),
      isFinal: true,
      relayer: OTHER,
      recipient: BRIDGES.base.receiver,
      outputUnits: 100_600000n,
      outcome: 'call_ran',
    });
    expect(await destination.findFill(failed.deposit, from)).toMatchObject({
      outcome: 'fallback',
      fallback: { address: OTHER, units: 100_600000n },
    });
    expect(await destination.findFill(plain.deposit, from)).toMatchObject({
      outcome: 'no_call',
      recipient: PAYEE,
    });
    expect(await destination.findFill(ran.deposit, blockNumber + 1n)).toBeUndefined();
  });

  it.each<[string, Partial<Relay>, Partial<BridgeDeposit>]>([
    ['for another depositor', { depositor: word(OTHER) }, {}],
    ['of another amount', { outputAmount: 1n }, {}],
    ['of another input', { inputAmount: 1n }, {}],
    ['with another message', { message: '0x' }, {}],
    ['with another deadline', { fillDeadline: 4_000_000_000 }, {}],
  ])('of what was never deposited are not taken for a deposit: %s', async (_, changes) => {
    const from = await world.destination.client.getBlockNumber();
    const { relay, deposit } = await depositOf();
    await world.fill({ ...relay, ...changes });
    expect(await destination.findFill(deposit, from)).toBeUndefined();
    const [state] = await destination.readFills([deposit]);
    expect(state?.isFilled).toBe(false);
  });

  it('are found among any number of others under the same number, of which no receipt is read', async () => {
    const from = await world.destination.client.getBlockNumber();
    const { relay, deposit } = await depositOf();
    for (const outputAmount of [1n, 2n, 3n]) await world.fill({ ...relay, outputAmount });
    const hash = await world.fill(relay);
    relays.destination.questions.length = 0;
    expect(await destination.findFill(deposit, from)).toMatchObject({ transactionHash: hash });
    const asked = relays.destination.questions.filter(
      ({ method }) => method === 'eth_getTransactionReceipt',
    );
    expect(asked.map(({ params }) => params)).toEqual([[hash]]);
  });

  it('are found where nodes answer small ranges only', async () => {
    const { relay, deposit } = await depositOf();
    await world.fill(relay);
    await mine(world.destination, 1);
    const { client } = world.destination;
    const head = await client.getBlockNumber();
    let asked = 0;
    relays.destination.answer = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined;
      const [filter] = params;
      const { fromBlock, toBlock } = Object(filter);
      asked += 1;
      const isWide = BigInt(toBlock) - BigInt(fromBlock) > 500n;
      return isWide ? { error: { code: -32_602, message: 'range too wide' } } : undefined;
    };
    try {
      // 1,200 blocks, in requests that a busy machine answers in time.
      const request = { method: 'anvil_mine', params: ['0x64'] };
      // @ts-expect-error a development node mines on command
      for (let mined = 0; mined < 12; mined += 1) await client.request(request);
      expect(await destination.findFill(deposit, head - 1n)).toBeDefined();
      expect(asked).toBeGreaterThan(2);
    } finally {
      relays.destination.answer = () => undefined;
    }
  });
});

describe('refunds', () => {
  it('are found after the deadline, and are no other payments of the spoke pool', async () => {
    const from = await world.source.client.getBlockNumber();
    const { relay, deposit } = await depositOf();
    const more = await depositOf({ bridge: { minAmount: 102_000000n } });
    await passTime(world.source, 601);
    expect(await source.findRefund(deposit, from)).toBeUndefined();
    const hash = await world.refund(relay);
    await mine(world.source, 3);
    expect(await source.findRefund(deposit, from)).toEqual({
      transactionHash: hash,
      block: expect.any(Object),
      blockTime: expect.any(Date),
      logIndex: expect.any(Number),
      isFinal: true,
      to: PAYER,
      units: 101_000000n,
    });
    // Too little for the other deposit, and before this one's end.
    expect(await source.findRefund(more.deposit, from)).toBeUndefined();
    const later = { ...deposit, fillDeadline: new Date(deposit.fillDeadline.getTime() + 10 ** 9) };
    expect(await source.findRefund(later, from)).toBeUndefined();
  });
});

describe('a payment that a fill made', () => {
  it('names the depositor as its payer and its deposit, whoever filled it', async () => {
    const startBlock = (await world.destination.client.getBlockNumber()) + 1n;
    const { relay } = await depositOf();
    const hash = await world.fill({ ...relay });
    const transfers = await followedFrom(world.destination, startBlock);
    expect(transfers).toMatchObject([
      {
        transactionHash: hash,
        payerAddress: PAYER,
        payeeAddress: PAYEE,
        creditedUnits: 100_000000n,
        feeUnits: 500000n,
        bridge: { originChainId: 42_161, depositId: relay.depositId, depositor: PAYER },
      },
    ]);
    const scanned: unknown[] = [];
    const to = await world.destination.chain.readHead();
    for await (const chunk of world.destination.chain.scan({ from: startBlock, to })) {
      scanned.push(...chunk.transfers);
    }
    expect(scanned).toEqual(transfers);
  });

  it('is none of a fill whose call did not run', async () => {
    const startBlock = (await world.destination.client.getBlockNumber()) + 1n;
    const message = messageOf([{ ...CALL, fromAmount: 100_600001n }]);
    await world.fill((await depositOf({ across: { message } })).relay);
    expect(await followedFrom(world.destination, startBlock)).toEqual([]);
  });

  // Anybody can fill what was never deposited, under the number of a true deposit and in the name of anybody.
  it('names no deposit that is found where its fill was made up', async () => {
    const startBlock = (await world.destination.client.getBlockNumber()) + 1n;
    const { relay } = await depositOf();
    await world.fill(relay);
    await world.fill({ ...relay, inputAmount: relay.inputAmount + 1n });
    await world.fill({ ...relay, depositor: word(OTHER) });
    const found = [];
    for (const { bridge } of await followedFrom(world.destination, startBlock)) {
      if (bridge === undefined) throw new Error('a bridge made the payment');
      const query = { ...bridge, destinationChainId: 8_453 };
      found.push((await source.findDeposit(query, 0n))?.deposit.depositId);
    }
    expect(found).toEqual([relay.depositId, undefined, undefined]);
  });
});
