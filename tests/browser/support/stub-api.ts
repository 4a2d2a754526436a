import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { encodeFunctionData, getAddress, parseAbi } from 'viem';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../../src/sandbox/test-accounts.ts';
import { startStubServer } from './stub-server.ts';

/** What the stub answers to one of the page's two questions. */
interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An API that says what a test wants, to bring the page into every state. */
export interface StubApi extends AsyncDisposable {
  readonly url: string;
  view: StubAnswer;
  /** What the view answers to a wallet; as to anybody where undefined. */
  viewOfWallet: StubAnswer | undefined;
  calldata: StubAnswer;
  /** Who may frame the link, and whether a wallet was connected. */
  embedding: StubAnswer;
  /** What is answered to `/pay` from another network, and what to each refresh of it. */
  route: StubAnswer;
  refreshed: StubAnswer | undefined;
  /** What is answered to the report of a transaction on another network. */
  intent: StubAnswer;
  /** Such reports, as they came. */
  readonly intents: unknown[];
  /** Whether connections are dropped without an answer. */
  down: boolean;
  /** How often the calldata was fetched. */
  readonly calldataAsked: number;
  /** What is answered to a signed transaction of Tron. */
  broadcast: StubAnswer;
  /** The signed transactions that were handed over, as they came. */
  readonly broadcasts: unknown[];
}

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
]);

const USDC = currencyById('USDC-sepolia');
export const TOKEN = getAddress(USDC?.address ?? '');
const PROXY = getAddress(CONTRACTS.sepolia.erc20FeeProxy);
export const PAYEE = TEST_ACCOUNTS.payee.address;
const REFERENCE = '0x0011223344556677';
/** 12.50 USDC. */
export const AMOUNT = 12_500_000n;

/** Later than any test ends. */
const EXPIRES_AT = new Date(Date.now() + 6.5 * 86_400_000).toISOString();

/** The display data of a link over 12.50 USDC on Sepolia, with changes. */
export function viewBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    paymentType: 'single',
    status: 'pending',
    expiresAt: EXPIRES_AT,
    redirectUrl: 'https://shop.example/orders/77',
    redirectLabel: 'Back to the shop',
    branding: null,
    requestIds: [`01${'ab'.repeat(32)}`],
    payee: PAYEE,
    network: 'sepolia',
    amount: AMOUNT.toString(),
    paymentCurrency: 'USDC-sepolia',
    isNativeCurrency: false,
    destination: {
      destinationId: `${PAYEE}@eip155:11155111#ABCDEF01:${TOKEN}`,
      payeeAddress: `${PAYEE}@eip155:11155111#ABCDEF01`,
      tokenAddress: TOKEN,
      walletAddress: PAYEE,
      network: 'sepolia',
    },
    reference: 'INV-2026-77',
    isPayeeAddressMasked: false,
    feePlan: null,
    paymentReference: REFERENCE,
    flow: 'incoming',
    ...changes,
  };
}

/** The values that a payment's calldata is made from. */
export interface PaymentValues {
  readonly token: `0x${string}`;
  readonly payee: `0x${string}`;
  readonly amount: bigint;
  readonly reference: `0x${string}`;
  readonly fee: bigint;
  readonly feeAddress: `0x${string}`;
  readonly proxy: `0x${string}`;
}

/** A payment call with changes. */
export function paymentCall(changes: Partial<PaymentValues> = {}) {
  const values: PaymentValues = {
    token: TOKEN,
    payee: PAYEE,
    amount: AMOUNT,
    reference: REFERENCE,
    fee: 0n,
    feeAddress: getAddress(NO_FEE_ADDRESS),
    proxy: PROXY,
    ...changes,
  };
  const { token, payee, amount, reference, fee, feeAddress, proxy } = values;
  const args = [token, payee, amount, reference, fee, feeAddress] as const;
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'transferFromWithReferenceAndFee',
    args,
  });
  return { to: proxy, data, value: '0x0' };
}

/** An approval call with changes. */
export function approvalCall(
  changes: {
    readonly token?: `0x${string}`;
    readonly spender?: `0x${string}`;
    readonly units?: bigint;
  } = {},
) {
  const { token = TOKEN, spender = PROXY, units = AMOUNT } = changes;
  const data = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, units] });
  return { to: token, data, value: '0x0' };
}

/** A calldata body around calls, with changes of its metadata. */
export function calldataBody(
  transactions: readonly unknown[] = [paymentCall()],
  metadata: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    paymentType: 'single',
    transactions,
    eoaApprovalTransactions: [],
    feeBundle: null,
    metadata: {
      stepsRequired: transactions.length,
      needsApproval: transactions.length > 1,
      paymentTransactionIndex: transactions.length - 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balance: '1000000000000',
      estimatedNetworkFee: '0.000105000000735',
      routeType: 'samechain',
      ...metadata,
    },
    paymentReference: REFERENCE,
    flow: 'incoming',
  };
}

/** The body of a settled link. */
export function completedBody(txHash: string | null): Record<string, unknown> {
  return {
    message: 'Secure payment has already been completed',
    status: 'completed',
    branding: null,
    requestStatuses: [{ requestId: `01${'ab'.repeat(32)}`, hasBeenPaid: true, txHash }],
  };
}

/** Starts a stub that shows a link which can be paid. */
export async function startStubApi(): Promise<StubApi> {
  let calldataAsked = 0;
  const server = await startStubServer((request, response) => {
    if (stub.down) return void request.socket.destroy();
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'x-client-id, content-type');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method === 'POST') return answerPost(stub, request, response);
    if ((request.url ?? '').includes('/pay?wallet=')) calldataAsked += 1;
    answer(response, readAnswer(stub, request.url ?? ''));
  });
  const stub: StubApi = {
    url: server.url,
    view: { status: 200, body: viewBody() },
    viewOfWallet: undefined,
    calldata: { status: 200, body: calldataBody() },
    embedding: { status: 200, body: { allowedDomains: [], isWalletConnected: false } },
    route: { status: 503, body: { statusCode: 503 } },
    refreshed: undefined,
    intent: { status: 200, body: {} },
    intents: [],
    down: false,
    broadcast: { status: 200, body: { result: true, code: 'SUCCESS', message: '' } },
    broadcasts: [],
    get calldataAsked() {
      return calldataAsked;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return stub;
}

/** Bodies that are looked at by tests are kept; everything else that is sent is only received. */
function answerPost(stub: StubApi, request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  const keptBy = (kept: unknown[], said: StubAnswer) =>
    void text(request).then((body) => {
      kept.push(JSON.parse(body));
      answer(response, said);
    });
  const isRefresh = url.endsWith('/refresh-step-transaction');
  const received = { status: 202, body: { received: true } };
  if (url.endsWith('/tron/broadcast')) keptBy(stub.broadcasts, stub.broadcast);
  else if (url.endsWith('/intent')) keptBy(stub.intents, stub.intent);
  else answer(response, isRefresh ? (stub.refreshed ?? stub.route) : received);
}

function readAnswer(stub: StubApi, url: string): StubAnswer {
  const { view, viewOfWallet, calldata, embedding, route } = stub;
  if (url.endsWith('/embedding')) return embedding;
  if (url.includes('/pay')) return url.includes('chain=') ? route : calldata;
  return url.includes('wallet=') ? (viewOfWallet ?? view) : view;
}

function answer(response: ServerResponse, { status, body, headers }: StubAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
