import pino from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import type { Chain, TransferSimulation } from '../chain.ts';
import { evmChain } from './evm-chain.ts';

const USDC = currencyById('USDC-base')?.address ?? '';
const payer = TEST_ACCOUNTS.payer.address;

let node: LocalNode;
let relay: RelayedNode;
beforeAll(async () => {
  node = await startLocalNode({ network: 'base' });
});
afterAll(() => node.stop());
beforeEach(async () => {
  relay = await relayNode(node.rpcUrl);
  return () => relay.stop();
});

const chainAt = (...rpcUrls: string[]): Chain =>
  evmChain({ network: NETWORKS.base, rpcUrls, pollMs: 20, log: pino({ level: 'silent' }) });

/** A transfer to the n-th of many payees. */
const simulation = (n = 1): TransferSimulation => ({
  tokenAddress: USDC,
  payeeAddress: `0x${(n + 0xabc).toString(16).padStart(40, '0')}`,
  units: 1n,
});
const calls = () => relay.questions.filter(({ method }) => method === 'eth_call');
const transfers = (count: number) => Array.from({ length: count }, (_, n) => simulation(n));

describe('one round trip', () => {
  it('sends the simulations together with the reads of the wallet', async () => {
    const chain = chainAt(relay.rpcUrl);
    const [balances, results] = await Promise.all([
      chain.readPayerBalances(payer, [{ tokenAddress: USDC, spender: 'fee_proxy' }]),
      chain.simulateTransfers(payer, transfers(40)),
    ]);
    expect(balances.tokens[0]?.balanceUnits).toBeGreaterThan(0n);
    expect(results).toEqual(Array.from({ length: 40 }, () => 'accepted'));
    expect(relay.requests).toBe(1);
  });

  it('is split into rounds where there are many payees, and every one of them is simulated', async () => {
    const blocked = simulation(433).payeeAddress.slice(2);
    relay.answer = ({ method, params }) => {
      if (method !== 'eth_call') return undefined;
      return JSON.stringify(params).includes(blocked)
        ? { error: { code: 3, message: 'execution reverted: blocked' } }
        : { result: '0x' };
    };
    const results = await chainAt(relay.rpcUrl).simulateTransfers(payer, transfers(450));
    expect(results).toHaveLength(450);
    expect(results.flatMap((result, n) => (result === 'accepted' ? [] : [[n, result]]))).toEqual([
      [433, 'refused'],
    ]);
    expect(calls()).toHaveLength(450);
  });
});

describe('a node', () => {
  it.each([
    ['answers true', { result: `0x${'1'.padStart(64, '0')}` }, 'accepted'],
    ['answers nothing, as USDT does', { result: '0x' }, 'accepted'],
    ['answers false', { result: `0x${'0'.repeat(64)}` }, 'refused'],
    ['answers a word that is no bool', { result: `0x${'2'.padStart(64, '0')}` }, 'refused'],
    ['answers bytes that are no word', { result: '0x01' }, 'refused'],
    ['reverts', { error: { code: 3, message: 'execution reverted' } }, 'refused'],
    [
      'reports it with another code',
      { error: { code: -32_000, message: 'VM Exception: revert' } },
      'refused',
    ],
    ['has no time', { error: { code: -32_005, message: 'too many requests' } }, 'unknown'],
    ['fails', { error: { code: -32_603, message: 'internal error' } }, 'unknown'],
    [
      'does not support the call',
      { error: { code: -32_601, message: 'no such method' } },
      'unknown',
    ],
  ])('that %s', async (_, answer, result) => {
    relay.answer = ({ method }) => (method === 'eth_call' ? answer : undefined);
    expect(await chainAt(relay.rpcUrl).simulateTransfers(payer, [simulation()])).toEqual([result]);
    // Nothing is repeated: the payer waits for the reads in the same request.
    expect(calls()).toHaveLength(1);
  });

  it('is not blocked by a payee that computes for ever, whose result is then unknown', async () => {
    const address = '0x00000000000000000000000000000000000f04e7';
    const client = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
    // Jumps back to where it stands.
    await client.setCode({ address, bytecode: '0x5b600056' });
    const coins = { tokenAddress: undefined, payeeAddress: address, units: 1n };
    expect(await chainAt(relay.rpcUrl).simulateTransfers(payer, [coins, simulation()])).toEqual([
      'unknown',
      'accepted',
    ]);
    const limits = relay.questions
      .filter(({ method }) => method === 'eth_call')
      .map(({ params }) => z.object({ gas: z.string() }).parse(params[0]).gas);
    expect(limits).toEqual(['0xf4240', '0xf4240']);
  });

  it('that is down is followed by the next, and without one the result is unknown', async () => {
    const gone = 'http://127.0.0.1:9/';
    expect(await chainAt(gone, relay.rpcUrl).simulateTransfers(payer, [simulation()])).toEqual([
      'accepted',
    ]);
    const rest = Array.from({ length: 450 }, () => 'unknown');
    expect(await chainAt(gone).simulateTransfers(payer, transfers(450))).toEqual(rest);
  });
});
