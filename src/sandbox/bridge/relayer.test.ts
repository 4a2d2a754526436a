import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { systemRandom } from '#kit/secret.ts';
import { type BridgeWorld, openBridgeWorld } from '../../../tests/support/bridge-world.ts';
import { forward, type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import { OUTPUT_USDC, PAYEE } from '../../../tests/support/route-sample.ts';
import { type RouteServer, startRouteServer } from './route-server.ts';

const DAY_MS = 86_400_000;
const Answer = z.object({ result: z.unknown() });
const Status = z.looseObject({ status: z.string() });
const State = z.looseObject({ fills: z.number(), refusedFills: z.number(), waiting: z.number() });
const LogQuery = z.object({ fromBlock: z.string(), toBlock: z.string() });

let world: BridgeWorld;
let source: RelayedNode;
let server: RouteServer;
/** How many questions the node of the source had had before it was started. */
let asked: number;
/** What the payee of all deposits had before the test. */
let before: bigint;

const start = () => {
  const nodes = [{ ...world.source.node, rpcUrl: source.rpcUrl }, world.destination.node];
  return startRouteServer({ nodes, random: systemRandom });
};

beforeAll(async () => {
  world = await openBridgeWorld();
  source = await relayNode(world.source.node.rpcUrl);
});
beforeEach(async () => {
  asked = source.questions.length;
  server = await start();
  before = await paidUnits();
});
afterEach(async () => {
  source.answer = () => undefined;
  await server.stop();
});
afterAll(async () => {
  await source.stop();
  await world[Symbol.asyncDispose]();
});

const paidUnits = () => world.balance(world.destination, OUTPUT_USDC, PAYEE);
/** How often a deposit paid since the test began. */
const payments = async () => (await paidUnits()) - before;

async function control(command?: object) {
  const url = new URL('/control/relayer', server.url);
  const body = JSON.stringify(command);
  const headers = { 'content-type': 'application/json' };
  const post = command === undefined ? {} : { method: 'POST', headers, body };
  return State.parse(await (await fetch(url, post)).json());
}

async function status(hash: Hex) {
  const answer = await fetch(`${server.url}/status?txHash=${hash}&fromChain=42161`);
  return Status.parse(await answer.json()).status;
}
const untilDone = (hash: Hex) => expect.poll(() => status(hash), { timeout: 60_000 }).toBe('DONE');

/** Calls a command of a node: the one that deposits are made on, or another. */
async function command(
  method: string,
  params: readonly unknown[] = [],
  { node: { rpcUrl } } = world.source,
): Promise<unknown> {
  return Answer.parse(await forward(rpcUrl, { method, params: [...params] })).result;
}

describe('a deposit', () => {
  it('waits for its fill as long as the relayer was set to', async () => {
    const delayMs = 1_500;
    await control({ mode: 'fill', delayMs });
    const sentAtMs = elapsedMs();
    const { hash } = await world.deposit();
    await untilDone(hash);
    expect(elapsedMs() - sentAtMs).toBeGreaterThanOrEqual(delayMs);
  });

  it('that waits is filled once the relayer is set to wait no more', async () => {
    await control({ mode: 'fill', delayMs: DAY_MS });
    const first = await world.deposit();
    const second = await world.deposit();
    await expect.poll(() => control(), { timeout: 60_000 }).toMatchObject({ waiting: 2, fills: 0 });
    await control({ mode: 'fill' });
    await Promise.all([untilDone(first.hash), untilDone(second.hash)]);
    expect([await control(), await payments()]).toMatchObject([{ fills: 2 }, 200_000000n]);
  });
});

describe('a relayer that is started again', () => {
  it('fills what the last one left, and what that one filled not again', async () => {
    const filled = await world.deposit();
    await untilDone(filled.hash);
    await control({ mode: 'refuse' });
    const left = await world.deposit();
    await server.stop();
    const missed = await world.deposit();
    server = await start();
    await Promise.all([untilDone(left.hash), untilDone(missed.hash)]);
    await expect.poll(() => control(), { timeout: 60_000 }).toMatchObject({ waiting: 0 });
    expect(await control()).toMatchObject({ fills: 2, refusedFills: 0 });
    expect(await payments()).toBe(300_000000n);
  });
});

describe('the blocks of a node', () => {
  it('are each read once', async () => {
    for (let i = 1; i <= 3; i += 1) {
      await world.deposit();
      await expect.poll(() => control(), { timeout: 60_000 }).toMatchObject({ fills: i });
    }
    const ranges = source.questions
      .slice(asked)
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => LogQuery.parse(params[0]))
      .map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)] as const);
    expect(ranges.length).toBeGreaterThan(3);
    expect(ranges.map(([from]) => from)).toEqual(
      [0, ...ranges.map(([, to]) => to + 1)].slice(0, -1),
    );
  });

  it('are read again after a reorganisation: a deposit that is gone is not filled, and one in its place is', async () => {
    await control({ mode: 'fill', delayMs: DAY_MS });
    const snapshot = await command('evm_snapshot');
    const gone = await world.deposit();
    await expect.poll(() => control(), { timeout: 60_000 }).toMatchObject({ waiting: 1 });
    // Meanwhile the relayer sees nothing, so that it knows no moment without a deposit.
    source.answer = () => ({ error: { code: -32_000, message: 'away' } });
    await command('evm_revert', [snapshot]);
    const placed = await world.deposit({ across: { outputAmount: 100_700000n } });
    source.answer = () => undefined;
    await control({ mode: 'fill' });
    await untilDone(placed.hash);
    expect([await status(gone.hash), await payments()]).toEqual(['NOT_FOUND', 100_000000n]);
    expect(placed.relay.depositId).toBe(gone.relay.depositId);
    expect(await control()).toMatchObject({ fills: 1, waiting: 0 });
  });

  it('are read again after a reorganisation of the destination: a fill that is gone is made again', async () => {
    const snapshot = await command('evm_snapshot', [], world.destination);
    const { hash } = await world.deposit();
    await untilDone(hash);
    await expect.poll(() => control(), { timeout: 60_000 }).toMatchObject({ waiting: 0 });
    await command('evm_revert', [snapshot], world.destination);
    expect(await payments()).toBe(0n);
    await untilDone(hash);
    expect([await control(), await payments()]).toMatchObject([{ fills: 2 }, 100_000000n]);
  });
});
