import pino from 'pino';
import {
  concat,
  createTestClient,
  encodeFunctionData,
  http,
  keccak256,
  padHex,
  type TestClient,
  toEventSelector,
  toHex,
} from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import {
  SANDBOX_SENDER,
  TEST_ACCOUNTS,
  TEST_SAFE,
  TEST_SMART_ACCOUNT,
} from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import { type RelayedNode, relayNode } from '../../../../tests/support/relayed-node.ts';
import {
  accountsOf,
  executeSafe,
  safeAbi,
  safeToCreate,
  transactionOf,
} from '../../../../tests/support/safes.ts';
import { openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';
import type { AccountReads } from '../../accounts.ts';
import { evmAddress } from '../address.ts';
import { type EvmChain, evmChain } from '../evm-chain.ts';
import { predictSafes } from './predict-safes.ts';

const { payer, payee, unrelated, operator } = TEST_ACCOUNTS;
const [, , current] = SAFE_DEPLOYMENTS;
const opened: EvmChain[] = [];
let world: TestNode;
let relay: RelayedNode;
let testing: TestClient;
let reads: AccountReads;
beforeAll(async () => {
  world = await openTestNode('base');
  relay = await relayNode(world.node.rpcUrl);
  testing = createTestClient({ mode: 'anvil', transport: http(world.node.rpcUrl) });
  reads = readsBehind(relay.rpcUrl);
});
afterEach(() => {
  relay.answer = () => undefined;
});
afterAll(async () => {
  await Promise.all(opened.map((chain) => chain.close()));
  await relay.stop();
  await world[Symbol.asyncDispose]();
});

/** The chain by a process that has not queried these nodes yet. */
function chainBehind(...rpcUrls: string[]): EvmChain {
  const log = pino({ level: 'silent' });
  const chain = evmChain({ network: NETWORKS.base, rpcUrls, pollMs: 20, log });
  opened.push(chain);
  return chain;
}
/** Puts what was written past transactions into a block, as a state is read of a block and one may be mined meanwhile. */
const settleWrites = () => testing.mine({ blocks: 1 });
const readsBehind = (rpcUrl: string) => accountsOf(chainBehind(rpcUrl));

const emptySafe = async (saltNonce: bigint): Promise<Hex> => {
  const { address, call } = safeToCreate([payer.address], 1, saltNonce);
  // Only then what is written past transactions is not undone by its creation.
  await readReceipt(world.client, await sendCall(world.node, operator, call));
  return address;
};

describe('reading accounts', () => {
  it('takes one request, one more where there is a Safe, and one more for the final block', async () => {
    const count = async (addresses: readonly string[], at?: 'final') => {
      const before = relay.requests;
      await reads.readAccounts(addresses, at);
      return relay.requests - before;
    };
    expect(await count([payer.address, current?.factory ?? ''])).toBe(1);
    const both = [payer.address, TEST_SAFE.address, TEST_SMART_ACCOUNT.address];
    expect(await count(both)).toBe(2);
    expect(await count(both, 'final')).toBe(3);
  });

  it('reads the accounts of the sandbox', async () => {
    const both = [TEST_SAFE.address, TEST_SMART_ACCOUNT.address];
    const same = { kind: 'safe', version: '1.4.1', nonce: 0n, hasModules: false };
    expect(await reads.readAccounts(both)).toEqual([
      { ...same, owners: TEST_SAFE.owners.map(({ address }) => address), threshold: 2 },
      { ...same, owners: [payer.address], threshold: 1 },
    ]);
    expect(reads.predictedSafes(payer.address)).toContain(TEST_SMART_ACCOUNT.address);
  });

  it('reads a key that delegated its account, and what it runs', async () => {
    const target = current?.safe ?? '';
    relay.answer = ({ method }) =>
      method === 'eth_getCode' ? { result: `0xef0100${target.slice(2)}` } : undefined;
    expect(await reads.readAccounts([payee.address])).toEqual([
      { kind: 'delegated', to: evmAddress(target) },
    ]);
  });

  it('takes no contract for a Safe that only behaves like one', async () => {
    // The published code of what Safes run answers all that a Safe does, wherever it stands.
    const spoofing: Hex = `0x${'5a'.repeat(20)}`;
    const code = await world.client.getCode({ address: evmAddress(current?.safeL2 ?? '') });
    await testing.setCode({ address: spoofing, bytecode: code ?? '0x' });
    // The published proxy, but what it runs is not published.
    const changed = await emptySafe(71n);
    await testing.setStorageAt({
      address: changed,
      index: 0,
      value: toHex(BigInt(spoofing), { size: 32 }),
    });
    await settleWrites();
    const states = await reads.readAccounts([spoofing, changed, evmAddress(current?.safe ?? '')]);
    expect(states).toEqual([{ kind: 'contract' }, { kind: 'contract' }, { kind: 'contract' }]);
  });

  it('takes no Safe that was never set up, or whose list of owners has no end, for one', async () => {
    const { address: bare, call } = safeToCreate([], 0, 72n);
    const withoutSetup = encodeFunctionData({
      abi: safeAbi,
      functionName: 'createProxyWithNonce',
      args: [evmAddress(current?.safeL2 ?? ''), '0x', 72n],
    });
    const hash = await sendCall(world.node, operator, { ...call, data: withoutSetup });
    const { logs } = await readReceipt(world.client, hash);
    // The factory names the proxy in the event's first topic.
    const created = evmAddress(`0x${logs.at(-1)?.topics[1]?.slice(26)}`);
    expect(created).not.toBe(bare);
    const endless = await emptySafe(73n);
    const ownerCount = { index: 3, value: toHex(2n ** 200n, { size: 32 }) };
    await testing.setStorageAt({ address: endless, ...ownerCount });
    await settleWrites();
    const states = await reads.readAccounts([created, endless, TEST_SAFE.address]);
    expect(states).toMatchObject([{ kind: 'contract' }, { kind: 'contract' }, { kind: 'safe' }]);
  });

  it('lists no owner that a Safe was set up to hide, who executes all the same', async () => {
    const address = await emptySafe(75n);
    // Owners are in a mapping: whoever is in it may sign, and a setup can leave somebody out of its list.
    const slot = keccak256(
      concat([padHex(evmAddress(unrelated.address)), toHex(2n, { size: 32 })]),
    );
    const hidden = { index: slot, value: toHex(1n, { size: 32 }) };
    await testing.setStorageAt({ address, ...hidden });
    await settleWrites();
    const calls = [{ to: payee.address, valueUnits: 0n, data: '0x' as const }];
    await executeSafe(
      world,
      { address, owners: [unrelated] },
      await transactionOf(world.chain, address, calls),
    );
    expect(await reads.readAccounts([address])).toMatchObject([
      { kind: 'safe', owners: [payer.address], hasModules: false, nonce: 1n },
    ]);
    expect(reads.predictedSafes(payer.address)).not.toContain(address);
  });

  it('says where a module may act for a Safe', async () => {
    const address = await emptySafe(74n);
    const args = [unrelated.address] as const;
    const data = encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args });
    const enabling = [{ to: address, valueUnits: 0n, data }];
    const transaction = await transactionOf(world.chain, address, enabling);
    await executeSafe(world, { address, owners: [payer] }, transaction);
    expect(await reads.readAccounts([address])).toMatchObject([
      { kind: 'safe', owners: [payer.address], hasModules: true },
    ]);
  });

  it('fails where no node answers, rather than to take a Safe for something else', async () => {
    const down = await relayNode(world.node.rpcUrl);
    down.answer = ({ method }) =>
      method === 'eth_call' ? { error: { code: -32_603, message: 'internal error' } } : undefined;
    await expect(readsBehind(down.rpcUrl).readAccounts([TEST_SAFE.address])).rejects.toThrow(
      Outage,
    );
    await down.stop();
  });
});

describe('predicting Safes', () => {
  it('predicts what Safe’s own kit and the sandbox make, by network', () => {
    // As `@safe-global/protocol-kit` 8.0.7 predicts a Safe of this owner on Base.
    const byKit = '0xC010CeA8EdD136EbBd6f702f94d0871e8Ab91b1F';
    expect(predictSafes(NETWORKS.base.chainId, payer.address)).toContain(byKit);
    const elsewhere = predictSafes(NETWORKS.matic.chainId, payer.address);
    expect(elsewhere).not.toContain(byKit);
    expect(elsewhere).toContain(TEST_SMART_ACCOUNT.address);
  });
});

const SUCCESS = '442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
const HASH: Hex = `0x${'c7'.repeat(32)}`;
const PAYMENT = '00'.repeat(32);

const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)').slice(2);

/** A contract that emits the event of an execution: with the hash among its topics, or in its data. */
const EMITTERS = {
  // Reads the call's data into memory; the last instruction logs it all with one topic, or one word less with two.
  inData: `0x365f5f377f${SUCCESS}365fa100`,
  asTopic: `0x365f5f375f517f${SUCCESS}602036036020a200`,
  failed: `0x365f5f375f517f${FAILURE}602036036020a200`,
} as const;

describe('finding an execution', () => {
  const safe: Hex = `0x${'5b'.repeat(20)}`;
  const unrelatedContract: Hex = `0x${'5c'.repeat(20)}`;
  const emit = async (from: Hex, form: keyof typeof EMITTERS): Promise<Hex> => {
    const code = EMITTERS[form];
    await testing.setCode({ address: from, bytecode: `0x${code.slice(2)}` });
    await settleWrites();
    const data: Hex = `${HASH}${PAYMENT}`;
    const call = { to: from, data, valueUnits: 0n };
    const hash = await sendCall(world.node, SANDBOX_SENDER, call);
    await readReceipt(world.client, hash);
    return hash;
  };

  it.each(['inData', 'asTopic'] as const)('finds the event with its hash %s', async (form) => {
    const fromBlock = (await world.chain.readHead()) + 1n;
    const query = { safe, safeTransactionHash: HASH, fromBlock };
    await emit(unrelatedContract, form);
    expect(await reads.findExecution(query)).toBeUndefined();
    const transactionHash = await emit(safe, form);
    expect(await reads.findExecution(query)).toMatchObject({ outcome: 'success', transactionHash });
  });

  it('is no failure where the Safe reports a success too, as what it delegates to makes any event', async () => {
    const fromBlock = (await world.chain.readHead()) + 1n;
    const query = { safe, safeTransactionHash: HASH, fromBlock };
    const failed = await emit(safe, 'failed');
    const failure = { outcome: 'failure', transactionHash: failed };
    expect(await reads.findExecution(query)).toMatchObject(failure);
    const transactionHash = await emit(safe, 'asTopic');
    expect(await reads.findExecution(query)).toMatchObject({ outcome: 'success', transactionHash });
  });

  it('queries another node before a conclusion that is not taken back', async () => {
    const fromBlock = (await world.chain.readHead()) + 1n;
    const query = { safe, safeTransactionHash: HASH, fromBlock };
    const transactionHash = await emit(safe, 'asTopic');
    const second = await relayNode(world.node.rpcUrl);
    // Whichever is queried first withholds all logs; without the flag nothing is found.
    let withholding: RelayedNode | undefined;
    for (const one of [relay, second]) {
      one.answer = ({ method }) => {
        if (method !== 'eth_getLogs') return undefined;
        withholding ??= one;
        return withholding === one ? { result: [] } : undefined;
      };
    }
    const chain = chainBehind(relay.rpcUrl, second.rpcUrl);
    await chain.checkChainId();
    const found = await accountsOf(chain).findExecution({ ...query, isThorough: true });
    expect(found).toMatchObject({ transactionHash });
    await second.stop();
  });

  it('believes no log of another contract, and none that its receipt lacks', async () => {
    const fromBlock = (await world.chain.readHead()) + 1n;
    await emit(unrelatedContract, 'asTopic');
    const query = { safe, safeTransactionHash: HASH, fromBlock };
    const [log] = await world.client.getLogs({ address: unrelatedContract, fromBlock });
    if (log === undefined) throw new Error('the event is on the chain');
    const { blockHash, transactionHash, topics, data } = log;
    const raw = {
      ...{ blockHash, transactionHash, topics, data, removed: false },
      blockNumber: toHex(log.blockNumber),
      logIndex: toHex(log.logIndex),
      transactionIndex: toHex(log.transactionIndex),
    };
    for (const address of [unrelatedContract, safe]) {
      relay.answer = ({ method }) =>
        method === 'eth_getLogs' ? { result: [{ ...raw, address }] } : undefined;
      await expect(readsBehind(relay.rpcUrl).findExecution(query)).rejects.toThrow(Outage);
    }
  });
});
