import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { type Made, type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import type { Chain } from '../chain.ts';
import { evmChain } from './evm-chain.ts';

const ADDRESS = `0x${'11'.repeat(20)}`;
const QUERIES = [{ path: [ADDRESS, ADDRESS], invoiceUnits: 1n }];
const BLOCK = {
  number: '0x1',
  hash: `0x${'22'.repeat(32)}`,
  timestamp: '0x65000000',
  transactions: [],
};

let relay: RelayedNode;
let chain: Chain;
let lines: string;
/** What the node answers to a call of a contract. */
let called: Made;

beforeEach(async () => {
  lines = '';
  relay = await relayNode('http://127.0.0.1:1');
  relay.answer = ({ method }) => {
    if (method === 'eth_call') return called;
    if (method === 'eth_chainId') return { result: '0x2105' };
    return { result: method === 'eth_blockNumber' ? '0x1' : BLOCK };
  };
  const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
    lines += String(chunk);
    done();
  };
  const log = pino(new Writable({ write }));
  chain = evmChain({ network: NETWORKS.base, rpcUrls: [relay.rpcUrl], pollMs: 20, log });
  return () => relay.stop();
});

const readShown = () => chain.readRates(QUERIES, { isOnlyShown: true });

describe('rates that are only shown', () => {
  it('are the same as those by which is paid', async () => {
    called = { result: `0x${'7'.padStart(64, '0')}${'65000000'.padStart(64, '0')}` };
    const shown = await readShown();
    expect(shown).toMatchObject([{ outUnits: 7n }]);
    expect(await chain.readRates(QUERIES)).toEqual(shown);
  });

  it('are left out without a line where the path has no feed', async () => {
    called = { error: { code: 3, message: 'execution reverted' } };
    expect([await readShown(), lines]).toEqual([[undefined], '']);
  });

  it('are requested once of a node that refuses them, which is logged and not blamed', async () => {
    called = { error: { code: -32_005, message: 'too many requests' } };
    expect([await readShown(), relay.requests]).toEqual([[undefined], 1]);
    expect(lines).toContain('a rate to show was not read');
    expect(chain.nodes()).toMatchObject([{ errors: 0 }]);
    await expect(chain.readRates(QUERIES)).rejects.toThrow(Outage);
    expect(chain.nodes()[0]?.errors).toBeGreaterThan(0);
  });

  it.each([
    ['answers none', { result: '0x' }],
    ['answers what is none', { result: 7 }],
  ])('are an outage, logged and not blamed on it, where a node %s', async (_, made) => {
    called = made;
    await expect(readShown()).rejects.toThrow(Outage);
    expect(lines).toContain('a rate to show was not read');
    expect(chain.nodes()).toMatchObject([{ errors: 0 }]);
  });
});
