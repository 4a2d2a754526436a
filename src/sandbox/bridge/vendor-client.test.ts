import {
  createClient,
  getChains,
  getConnections,
  getContractCallsQuote,
  getQuote,
  getStatus,
  getTokens,
  getTools,
} from '@lifi/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { systemRandom } from '#kit/secret.ts';
import {
  OUTPUT_USDC,
  PAYER,
  paid,
  SOURCE_USDC,
  SOURCE_USDT,
} from '../../../tests/support/route-sample.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { type RouteServer, startRouteServer } from './route-server.ts';

let nodes: readonly TestNode[];
let server: RouteServer;
beforeAll(async () => {
  nodes = await Promise.all([openTestNode('arbitrum-one'), openTestNode('base')]);
  server = await startRouteServer({ nodes: nodes.map(({ node }) => node), random: systemRandom });
});
afterAll(async () => {
  await server.stop();
  await Promise.all(nodes.map((one) => one[Symbol.asyncDispose]()));
});

const client = () =>
  createClient({ integrator: 'florin-test', apiUrl: server.url, preloadChains: false });
const PAIR = {
  fromChain: 42_161,
  fromToken: SOURCE_USDC,
  fromAddress: PAYER,
  toChain: 8_453,
  toToken: OUTPUT_USDC,
};

it('lists networks, tokens, tools and connections to the vendor client', async () => {
  const chains = await getChains(client());
  expect(chains.map(({ id }) => id)).toEqual([42_161, 8_453]);
  const { tokens } = await getTokens(client());
  expect(tokens[8_453]).toContainEqual(expect.objectContaining({ address: OUTPUT_USDC }));
  const { bridges, exchanges } = await getTools(client());
  expect(bridges.map(({ key }) => key)).toEqual(['across']);
  expect(exchanges).toMatchObject([{ key: 'uniswap', supportedChains: [42_161] }]);
  const { connections } = await getConnections(client(), { fromChain: 42_161, toChain: 8_453 });
  expect(connections).toHaveLength(1);
});

it('quotes by either amount to the vendor client, and with a call', async () => {
  const byInput = await getQuote(client(), { ...PAIR, fromAmount: '20000000' });
  expect(byInput.action.fromAmount).toBe('20000000');
  expect(BigInt(byInput.estimate.toAmountMin)).toBeLessThan(20_000000n);
  const byOutput = await getQuote(client(), { ...PAIR, toAmount: '20000000' });
  expect(byOutput.estimate.toAmountMin).toBe('20000000');
  expect(BigInt(byOutput.estimate.fromAmount)).toBeGreaterThan(20_000000n);
  const withCall = await getContractCallsQuote(client(), {
    ...PAIR,
    toAmount: '100500000',
    toFallbackAddress: PAYER,
    contractCalls: [
      {
        fromAmount: '100500000',
        fromTokenAddress: OUTPUT_USDC,
        toContractAddress: paid.to,
        toContractCallData: paid.data,
        toContractGasLimit: '200000',
      },
    ],
  });
  expect(withCall.transactionRequest?.to).toBe(BRIDGES['arbitrum-one'].diamond);
  expect(withCall.includedSteps.map(({ type }) => type)).toEqual(['cross', 'custom']);
});

it('quotes a swap before the bridge to the vendor client', async () => {
  const { estimate, includedSteps } = await getQuote(client(), {
    ...PAIR,
    fromToken: SOURCE_USDT,
    toAmount: '20000000',
  });
  expect(includedSteps.map(({ type }) => type)).toEqual(['swap', 'cross']);
  const [swap, cross] = includedSteps;
  expect(swap?.action.toToken.address).toBe(cross?.action.fromToken.address);
  expect(cross?.action.fromToken.address).toBe(SOURCE_USDC);
  expect(BigInt(estimate.toAmount)).toBeGreaterThan(20_000000n);
  expect(estimate.toAmountMin).toBe('20000000');
});

it('refuses to the vendor client with the documented codes', async () => {
  await expect(getQuote(client(), { ...PAIR, fromAmount: '500000' })).rejects.toMatchObject({
    cause: { status: 404, responseBody: { code: 1002 } },
  });
  await expect(
    getQuote(client(), { ...PAIR, toChain: 5, fromAmount: '5000000' }),
  ).rejects.toMatchObject({ cause: { status: 400, responseBody: { code: 1011 } } });
});

it('says to the vendor client that it does not know a transaction', async () => {
  const found = await getStatus(client(), { txHash: `0x${'99'.repeat(32)}` });
  expect(found.status).toBe('NOT_FOUND');
});
