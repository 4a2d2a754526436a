import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { RouteQuery } from '#providers/route-provider.ts';
import { startHttpServer } from '../support/http-server.ts';
import type { RouteServer } from './conformance.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const TOKEN = { symbol: 'USDC', decimals: 6, name: 'USD Coin', coinKey: 'USDC', priceUSD: '1' };

const Asked = z.object({
  fromChain: z.int(),
  fromToken: z.string(),
  fromAddress: z.string(),
  toChain: z.int(),
  toToken: z.string(),
  toAmount: z.string(),
  toFallbackAddress: z.string(),
  contractCalls: z.tuple([
    z.object({
      fromAmount: z.string(),
      fromTokenAddress: z.string(),
      toContractAddress: z.string(),
      toContractCallData: z.string(),
      toContractGasLimit: z.string(),
      toApprovalAddress: z.string(),
    }),
  ]),
  integrator: z.string(),
  allowBridges: z.array(z.string()),
});

const CONTRACT = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';
/** The one route that the server knows. */
const ROUTE: RouteQuery = {
  source: {
    chainId: 42_161,
    tokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    decimals: 6,
  },
  destination: {
    chainId: 8_453,
    tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
  },
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  outputUnits: 150_000_000n,
  call: {
    to: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    data: '0xc219a14d',
    gasLimit: 200_000n,
  },
};

/** Below this no bridge takes the amount. */
const TOO_LOW_UNITS = 1_010_000n;

/** A server of fixed answers in the public shapes, which knows one route and one source transaction. */
export async function startPlainRouteServer(): Promise<RouteServer & AsyncDisposable> {
  const server = await startHttpServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, JSON_HEADERS).end(JSON.stringify(body)),
    );
  });
  return {
    baseUrl: `${server.url}/v1`,
    route: ROUTE,
    tooLowUnits: 500_000n,
    tokenWithoutRoute: `0x${'ee'.repeat(20)}`,
    findSource: async () => `0x${'11'.repeat(32)}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (url.pathname === '/v1/status') return [200, statusOf(url.searchParams.get('txHash'))];
  if (url.pathname !== '/v1/quote/contractCalls')
    return [404, { message: 'Not Found', code: 1003 }];
  const parsed = Asked.safeParse(JSON.parse(await text(request)));
  if (!parsed.success) return [400, { message: parsed.error.message, code: 1011 }];
  return quoteOf(parsed.data);
}

function statusOf(hash: string | null) {
  if (hash !== `0x${'11'.repeat(32)}`) return { status: 'NOT_FOUND' };
  return {
    transactionId: `0x${'22'.repeat(32)}`,
    status: 'PENDING',
    substatus: 'WAIT_DESTINATION_TRANSACTION',
    substatusMessage: 'The bridge waits for the destination.',
    sending: { txHash: hash, chainId: ROUTE.source.chainId },
    receiving: { chainId: ROUTE.destination.chainId },
    tool: 'across',
  };
}

function quoteOf(asked: z.output<typeof Asked>): readonly [number, unknown] {
  const [call] = asked.contractCalls;
  const units = BigInt(asked.toAmount);
  if (asked.fromToken.toLowerCase() !== ROUTE.source.tokenAddress.toLowerCase()) {
    return [404, noQuote('NO_POSSIBLE_ROUTE')];
  }
  if (units < TOO_LOW_UNITS) return [404, noQuote('AMOUNT_TOO_LOW')];
  const fromToken = { ...TOKEN, address: asked.fromToken, chainId: asked.fromChain };
  const toToken = { ...TOKEN, address: asked.toToken, chainId: asked.toChain };
  const action = {
    fromChainId: asked.fromChain,
    fromToken,
    fromAddress: asked.fromAddress,
    fromAmount: String(units + 300_000n),
    toChainId: asked.toChain,
    toToken,
    toAddress: asked.fromAddress,
    slippage: 0.005,
    toContractAddress: call.toContractAddress,
    toContractCallData: call.toContractCallData,
    toFallbackAddress: asked.toFallbackAddress,
  };
  const estimate = {
    tool: 'across',
    fromAmount: String(units + 300_000n),
    toAmount: asked.toAmount,
    toAmountMin: asked.toAmount,
    approvalAddress: CONTRACT,
    executionDuration: 4.2,
    feeCosts: [
      {
        name: 'Relay fee',
        description: 'What the relayer takes',
        percentage: '0.002',
        token: fromToken,
        amount: '300000',
        amountUSD: '0.30',
        included: true,
      },
    ],
    gasCosts: [],
  };
  const included = (type: string, tool: string) => ({ id: type, type, tool, action, estimate });
  return [
    200,
    {
      id: 'step',
      type: 'lifi',
      tool: 'across',
      toolDetails: { key: 'across', name: 'AcrossV4', logoURI: '' },
      action,
      estimate,
      includedSteps: [included('cross', 'across'), included('custom', 'custom')],
      integrator: asked.integrator,
      transactionRequest: {
        to: CONTRACT,
        from: asked.fromAddress,
        data: '0xa1f1ce43',
        value: '0x0',
        gasLimit: '0x61a80',
        gasPrice: '0x5f5e100',
        chainId: asked.fromChain,
      },
    },
  ];
}

function noQuote(code: string) {
  const error = { errorType: 'NO_QUOTE', code, tool: 'across', message: 'None', action: {} };
  return {
    message: 'No available quotes for the requested transfer',
    code: 1002,
    errors: { filteredOut: [], failed: [{ overallPath: 'across', subpaths: { across: [error] } }] },
  };
}
