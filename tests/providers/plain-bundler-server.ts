import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { UserOperation } from '#providers/user-operation.ts';
import { startHttpServer } from '../support/http-server.ts';
import type { BundlerServer } from './bundler-conformance.ts';

const HASH = `0x${'a1'.repeat(32)}`;
const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
const PAYMASTER = '0x777777777777AeC03fd955926DbF81597e66834C';
const SIGNATURE = `0x${'5a'.repeat(64)}1c` as const;
const DRAFT = {
  sender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  nonce: '0x7',
  callData: '0xb61d27f6',
};

const limits = {
  preVerificationGas: '0xb1a4',
  verificationGasLimit: '0x11170',
  callGasLimit: '0x186a0',
  paymasterVerificationGasLimit: '0x7530',
  paymasterPostOpGasLimit: '0x1',
};
const block = { blockHash: `0x${'c3'.repeat(32)}`, blockNumber: '0x16e3600' };
const transactionHash = `0x${'b2'.repeat(32)}`;
const log = {
  ...block,
  address: ENTRY_POINT,
  topics: [`0x${'49'.repeat(32)}`],
  data: '0x',
  logIndex: '0x0',
  removed: false,
};

/** As ERC-7769 has them, with members that are not used. */
const RECEIPT = {
  userOpHash: HASH,
  entryPoint: ENTRY_POINT,
  sender: DRAFT.sender,
  nonce: DRAFT.nonce,
  paymaster: PAYMASTER,
  actualGasCost: '0x2386f26fc1',
  actualGasUsed: '0x2710a',
  success: true,
  logs: [log],
  receipt: { ...block, transactionHash, status: '0x1', logs: [log], gasUsed: '0x30d40' },
};

const Call = z.object({ method: z.string(), params: z.array(z.unknown()) });
const error = (code: number, message: string) => ({ error: { code, message } });

/** The result of each method. */
const ANSWERS: Readonly<Record<string, (first: unknown) => object>> = {
  eth_chainId: () => ({ result: '0x2105' }),
  eth_supportedEntryPoints: () => ({ result: [ENTRY_POINT] }),
  eth_estimateUserOperationGas: () => ({ result: limits }),
  eth_sendUserOperation: (first) =>
    UserOperation.parse(first).signature === SIGNATURE
      ? { result: HASH }
      : error(-32_507, 'AA24 signature error'),
  eth_getUserOperationReceipt: (first) => ({ result: first === HASH ? RECEIPT : null }),
  eth_getUserOperationByHash: (first) => {
    const userOperation = { ...DRAFT, ...limits, signature: SIGNATURE, ofTheVendor: true };
    return {
      result:
        first === HASH
          ? { ...block, transactionHash, userOperation, entryPoint: ENTRY_POINT }
          : null,
    };
  },
  pm_getPaymasterStubData: () => ({
    result: {
      paymaster: PAYMASTER,
      paymasterData: '0x00',
      paymasterVerificationGasLimit: '0x7530',
      paymasterPostOpGasLimit: '0x1',
      sponsor: { name: 'A vendor' },
      isFinal: false,
    },
  }),
  pm_getPaymasterData: () => ({ result: { paymaster: PAYMASTER, paymasterData: '0x01' } }),
};

/** A server of fixed answers in the published shapes, which accepts one signature. */
export async function startPlainBundlerServer(): Promise<BundlerServer & AsyncDisposable> {
  const server = await startHttpServer(async (request, response) => {
    const { method, params } = Call.parse(await json(request));
    const answer = ANSWERS[method]?.(params[0]) ?? error(-32_601, 'Method not found');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });
  return {
    baseUrl: server.url,
    bundlerPath: '/v2/8453/rpc',
    paymasterPath: '/paymaster',
    chainId: 8453,
    entryPoint: ENTRY_POINT,
    draft: async () => UserOperation.parse(DRAFT),
    price: async (operation) => ({ ...operation, maxFeePerGas: 7n, maxPriorityFeePerGas: 1n }),
    sign: async (operation) => ({ ...operation, signature: SIGNATURE }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
