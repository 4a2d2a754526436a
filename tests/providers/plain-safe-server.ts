import { startHttpServer } from '../support/http-server.ts';
import type { SafeServer } from './safe-conformance.ts';

const PENDING = `0x${'a1'.repeat(32)}` as const;
const EXECUTED = `0x${'b2'.repeat(32)}` as const;
const SAFE = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const OWNERS = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const;

const confirmation = (owner: string) => ({
  owner,
  submissionDate: '2026-01-02T03:04:05.678901Z',
  transactionHash: null,
  signature: `0x${'5a'.repeat(64)}1b`,
  signatureType: 'EOA',
});

/** As `GET /v2/multisig-transactions/{hash}/` is documented, with every member. */
const TRANSACTION = {
  safe: SAFE,
  to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  value: '0',
  data: '0x8d80ff0a',
  operation: 1,
  gasToken: '0x0000000000000000000000000000000000000000',
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  refundReceiver: '0x0000000000000000000000000000000000000000',
  nonce: '7',
  executionDate: null,
  submissionDate: '2026-01-02T03:04:05.678901Z',
  modified: '2026-01-02T03:05:06.789012Z',
  blockNumber: null,
  transactionHash: null,
  safeTxHash: PENDING,
  proposer: OWNERS[0],
  proposedByDelegate: null,
  executor: null,
  isExecuted: false,
  isSuccessful: null,
  ethGasPrice: null,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
  gasUsed: null,
  fee: null,
  payment: null,
  origin: '{}',
  dataDecoded: null,
  confirmationsRequired: 2,
  confirmations: [confirmation(OWNERS[0])],
  trusted: true,
  signatures: null,
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/about/': { name: 'Safe Transaction Service', version: '6.10.1', api_version: 'v1' },
  '/api/v1/about/ethereum-rpc/': {
    version: 'Geth/v1.16.4',
    block_number: 24_000_000,
    chain_id: 8453,
    chain: 'BASE',
    syncing: false,
  },
  [`/api/v2/multisig-transactions/${PENDING}/`]: TRANSACTION,
  [`/api/v2/multisig-transactions/${EXECUTED}/`]: {
    ...TRANSACTION,
    safeTxHash: EXECUTED,
    data: null,
    operation: 0,
    nonce: '6',
    executionDate: '2026-01-02T03:06:00Z',
    blockNumber: 24_000_000,
    transactionHash: `0x${'c3'.repeat(32)}`,
    executor: OWNERS[1],
    isExecuted: true,
    isSuccessful: true,
    confirmations: OWNERS.map(confirmation),
    signatures: `0x${`${'5a'.repeat(64)}1b`.repeat(2)}`,
  },
};

/** A server of fixed answers in the published shapes, with one transaction that waits and one that was executed. */
export async function startPlainSafeServer(): Promise<SafeServer & AsyncDisposable> {
  const server = await startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const found = ANSWERS[pathname];
    const body = found ?? { detail: 'No MultisigTransaction matches the given query.' };
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return {
    baseUrl: `${server.url}/api`,
    chainId: 8453,
    findPending: async () => ({ hash: PENDING, safe: SAFE, owners: OWNERS, nonce: 7n }),
    findExecuted: async () => ({ hash: EXECUTED, transactionHash: `0x${'c3'.repeat(32)}` }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
