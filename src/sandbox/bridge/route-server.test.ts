import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { BRIDGES } from '#catalog/bridge.ts';
import { currencyById } from '#catalog/currencies.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { systemRandom } from '#kit/secret.ts';
import type { LocalNode } from '#sandbox/local-nodes.ts';
import { describeRouteProvider } from '../../../tests/providers/conformance.ts';
import { passTime } from '../../../tests/support/bridge-world.ts';
import { readReceipt } from '../../../tests/support/read-receipt.ts';
import {
  hex,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  paid,
  SOURCE_USDC,
  SOURCE_USDT,
} from '../../../tests/support/route-sample.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { sendCall } from '../test-wallet.ts';
import { type RouteServer, startRouteServer } from './route-server.ts';

const Step = z.looseObject({
  estimate: z.looseObject({ fromAmount: z.string(), toAmount: z.string() }),
  transactionRequest: z.object({ to: z.string(), data: z.string().refine(isHex) }),
});
const Status = z.looseObject({ status: z.string(), substatus: z.string().optional() });
const State = z.record(z.string(), z.union([z.string(), z.number()]));

interface World {
  readonly source: TestNode;
  readonly destination: TestNode;
  readonly server: RouteServer;
}

const nodeOf = ({ node }: TestNode): Pick<LocalNode, 'network' | 'chainId' | 'rpcUrl'> => node;

async function openWorld(
  network: 'arbitrum-one' | 'mainnet' = 'arbitrum-one',
  tokens: readonly string[] = [SOURCE_USDC, SOURCE_USDT],
): Promise<World> {
  const [source, destination] = await Promise.all([openTestNode(network), openTestNode('base')]);
  const nodes = [nodeOf(source), nodeOf(destination)];
  const server = await startRouteServer({ nodes, random: systemRandom });
  for (const token of tokens) await send(source, token, approve(BRIDGES[network].diamond));
  return { source, destination, server };
}

function approve(spender: string): Hex {
  const args = [`0x${spender.slice(2)}`, maxUint256] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
}

async function send(at: TestNode, to: string, data: Hex): Promise<Hex> {
  const hash = await sendCall(at.node, TEST_ACCOUNTS.payer, { to, data, valueUnits: 0n });
  await readReceipt(at.client, hash);
  return hash;
}

async function closeWorld({ source, destination, server }: World): Promise<void> {
  await server.stop();
  await Promise.all([source, destination].map((one) => one[Symbol.asyncDispose]()));
}

const BODY = {
  fromChain: 42_161,
  fromToken: SOURCE_USDC,
  fromAddress: PAYER,
  toChain: 8_453,
  toToken: OUTPUT_USDC,
  toAmount: '100500000',
  toFallbackAddress: PAYER,
  contractCalls: [
    {
      fromAmount: '100500000',
      fromTokenAddress: OUTPUT_USDC,
      toContractAddress: paid.to,
      toContractCallData: paid.data,
      toContractGasLimit: '200000',
      toApprovalAddress: paid.to,
    },
  ],
};

async function post(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function quote({ server }: World, body: object = BODY) {
  const answer = await post(`${server.url}/quote/contractCalls`, body);
  return Step.parse(await answer.json());
}

/** Quotes a payment and makes its deposit. */
async function deposit(at: World, body: object = BODY): Promise<Hex> {
  const { transactionRequest } = await quote(at, body);
  return await send(at.source, transactionRequest.to, transactionRequest.data);
}

describeRouteProvider('the sandbox', async () => {
  const world = await openWorld();
  return {
    baseUrl: world.server.url,
    route: {
      source: { chainId: 42_161, tokenAddress: SOURCE_USDC, decimals: 6 },
      destination: { chainId: 8_453, tokenAddress: OUTPUT_USDC, decimals: 6 },
      payer: PAYER,
      outputUnits: 100_500000n,
      call: paid,
    },
    tooLowUnits: 500_000n,
    tokenWithoutRoute: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    findSource: () => deposit(world),
    [Symbol.asyncDispose]: () => closeWorld(world),
  };
});

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

const control = (body: object) => post(new URL('/control/relayer', world.server.url).href, body);
beforeEach(async () => {
  await control({ mode: 'fill' });
});

async function status(hash: Hex, { server } = world) {
  const answer = await fetch(`${server.url}/status?txHash=${hash}`);
  const { status: word, substatus } = Status.parse(await answer.json());
  return [word, substatus];
}

const unitsAt = ({ client }: TestNode, address: Hex, holder: Hex = PAYER) =>
  client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });

/** What a payee of the sandbox has got. */
const paidUnits = () => unitsAt(world.destination, OUTPUT_USDC, PAYEE);

async function counts() {
  const answer = await fetch(new URL('/control/relayer', world.server.url));
  return State.parse(await answer.json());
}

describe('the relayer', () => {
  it('fills a deposit, whose call pays the payee', async () => {
    const before = await paidUnits();
    const hash = await deposit(world);
    await expect.poll(() => status(hash), { timeout: 120_000 }).toEqual(['DONE', 'COMPLETED']);
    expect((await paidUnits()) - before).toBe(100_000000n);
  });

  it('fills a deposit of what a swap gave, and what it gave above the least comes back', async () => {
    const { destination } = world;
    const before = [await paidUnits(), await unitsAt(destination, OUTPUT_USDC)] as const;
    const swapped = { ...BODY, fromToken: SOURCE_USDT };
    const { estimate, transactionRequest } = await quote(world, swapped);
    const hash = await send(world.source, transactionRequest.to, transactionRequest.data);
    await expect.poll(() => status(hash), { timeout: 120_000 }).toEqual(['DONE', 'COMPLETED']);
    expect((await paidUnits()) - before[0]).toBe(100_000000n);
    const back = (await unitsAt(destination, OUTPUT_USDC)) - before[1];
    expect(back).toBe(BigInt(estimate.toAmount) - 100_500000n);
    expect(back).toBeGreaterThan(490000n);
  });

  it('fills a deposit of what EURC is swapped to, at the rate of the test feed', async () => {
    const token = hex(currencyById('EURC-mainnet')?.address);
    const ethereum = await openWorld('mainnet', [token]);
    onTestFinished(() => closeWorld(ethereum));
    const body = { ...BODY, fromChain: 1, fromToken: token };
    const { estimate, transactionRequest } = await quote(ethereum, body);
    // 100.65 dollars at 1.08, with what the swap may give less and the pool takes.
    expect(Number(estimate.fromAmount) / 1e6).toBeCloseTo(93.67, 2);
    const hash = await send(ethereum.source, transactionRequest.to, transactionRequest.data);
    await expect
      .poll(() => status(hash, ethereum), { timeout: 120_000 })
      .toEqual(['DONE', 'COMPLETED']);
    expect(await unitsAt(ethereum.destination, OUTPUT_USDC, PAYEE)).toBe(100_000000n);
  });

  it('fills a deposit once, also when it tries twice', async () => {
    await control({ mode: 'twice' });
    const before = await paidUnits();
    const hash = await deposit(world);
    await expect.poll(counts, { timeout: 120_000 }).toMatchObject({ refusedFills: 1 });
    expect(await status(hash)).toEqual(['DONE', 'COMPLETED']);
    expect((await paidUnits()) - before).toBe(100_000000n);
  });

  it('fills short without paying anybody, and the deposit stays open', async () => {
    await control({ mode: 'short' });
    const before = await paidUnits();
    const hash = await deposit(world);
    await expect.poll(counts, { timeout: 120_000 }).toMatchObject({ shortFills: 1 });
    expect(await status(hash)).toEqual(['PENDING', 'WAIT_DESTINATION_TRANSACTION']);
    expect(await paidUnits()).toBe(before);
  });

  it('is dead with its provider until another command, and then goes on', async () => {
    const waiting = await (async () => {
      await control({ mode: 'refuse' });
      return await deposit(world);
    })();
    expect(await status(waiting)).toEqual(['PENDING', 'WAIT_DESTINATION_TRANSACTION']);
    await control({ mode: 'dead' });
    expect((await fetch(`${world.server.url}/chains`)).status).toBe(503);
    await control({ mode: 'fill' });
    await expect.poll(() => status(waiting), { timeout: 120_000 }).toEqual(['DONE', 'COMPLETED']);
  });

  it('refunds after the deadline what it did not fill', async () => {
    await control({ mode: 'refund' });
    const hash = await deposit(world);
    await Promise.all([world.source, world.destination].map((one) => passTime(one, 3_700)));
    await expect.poll(() => status(hash), { timeout: 120_000 }).toEqual(['DONE', 'REFUNDED']);
  });

  it('refuses a command that it does not know', async () => {
    expect((await control({ mode: 'steal' })).status).toBe(400);
    expect(await counts()).toMatchObject({ mode: 'fill' });
  });

  it('says which word of a command it does not take', async () => {
    const refusal = async (body: object) => (await control(body)).text();
    expect(await refusal({ mode: 'steal' })).toContain('mode');
    expect(await refusal({ delayMs: -1 })).toContain('delayMs');
    expect(await refusal({ mode: 'fill', delay: 5 })).toContain('delay');
    expect(await refusal({ delayMs: -1 })).not.toContain('mode');
  });
});
