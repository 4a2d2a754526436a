import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import { systemRuntime } from '#chains/nodes/runtime.ts';
import { type WatchedNode, watchedNode } from '../../../../tests/support/watched-node.ts';

/** After this long a node’s chain is read again. */
const DUE_MS = 11_000;
/** After this long a node’s height is not known any more. */
const UNKNOWN_AFTER_MS = 60_000;

let at: WatchedNode;
let passedMs = 0;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

/** Follows the chain on a time that a test lets pass. */
async function following() {
  const chain = evmChain({
    network: NETWORKS.base,
    rpcUrls: [at.relay.rpcUrl],
    pollMs: 20,
    log: pino({ level: 'silent' }),
    runtime: { ...systemRuntime, elapsedMs: () => systemRuntime.elapsedMs() + passedMs },
  });
  const updates = chain.follow({ known: [], startBlock: undefined }, AbortSignal.timeout(120_000));
  await updates.next();
  /** What was asked of the node until it had reported a new block. */
  const nextBlock = async () => {
    at.relay.questions.splice(0);
    await at.anvil.mine({ blocks: 1 });
    await updates.next();
    return at.relay.questions.map(({ method }) => method);
  };
  return { chain, nextBlock, [Symbol.asyncDispose]: () => chain.close() };
}

it('the height of a node is not read beside its chain while its answers held it', async () => {
  await using follower = await following();
  passedMs += DUE_MS;
  const asked = await follower.nextBlock();
  expect(asked).toContain('eth_chainId');
  expect(asked).not.toContain('eth_blockNumber');
  const [node] = follower.chain.nodes();
  expect(node?.headNumber).toBe(await at.base.chain.readHead());
});

it('the height of a node is read beside its chain once no answer held it for long', async () => {
  await using follower = await following();
  passedMs += UNKNOWN_AFTER_MS;
  expect(await follower.nextBlock()).toEqual(
    expect.arrayContaining(['eth_chainId', 'eth_blockNumber']),
  );
});

it('a node that begins to serve another chain is left out, also while its height is known', async () => {
  await using follower = await following();
  at.relay.answer = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
  passedMs += DUE_MS;
  void follower.nextBlock().catch(() => undefined);
  await expect.poll(() => follower.chain.nodes()[0]?.state).toBe('wrong_chain');
});
