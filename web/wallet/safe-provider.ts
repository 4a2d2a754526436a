import { list, member } from '../engine/members.ts';
import type { Provider } from './provider.ts';
import type { SafeInterface } from './safe-interface.ts';

/** What pages read of a chain by their wallet; anything else of a node is not asked for. */
const READS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
]);

/** Statuses of EIP-5792 by those of the protocol; a proposal that can still be executed is pending. */
const STATUSES: Readonly<Record<string, number>> = { CANCELLED: 400, FAILED: 500, SUCCESS: 200 };
const PENDING = 100;

/** Errors of EIP-1193 and JSON-RPC. */
const REJECTED = 4001;
const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const DISCONNECTED = 4901;
const INVALID = -32602;
const INTERNAL = -32603;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const BYTES = /^0x([0-9a-f]{2})*$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * The Safe around this page as a wallet (EIP-1193, EIP-5792): all calls become one transaction of it, which is proposed to
 * its owners. Whatever is sent is answered by the hash that they sign, which no chain knows.
 */
export function openSafeProvider(safe: SafeInterface): Provider {
  const { address } = safe.info;
  const chain = `0x${safe.info.chainId.toString(16)}`;
  return {
    async request({ method, params }) {
      const [first]: unknown[] = Array.isArray(params) ? params : [];
      switch (method) {
        case 'eth_chainId':
          return chain;
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [address];
        case 'wallet_getCapabilities':
          return { [chain]: { atomic: { status: 'supported' } } };
        case 'wallet_sendCalls':
          if (member(first, 'chainId') !== chain) throw failure(DISCONNECTED, 'another chain');
          return { id: await propose(safe, member(first, 'from'), list(first, 'calls')) };
        case 'eth_sendTransaction':
          return await propose(safe, member(first, 'from'), [first]);
        case 'wallet_getCallsStatus':
          return await readStatus(safe, first);
        default:
          if (!READS.has(method)) throw failure(UNSUPPORTED, 'not supported');
          return await safe.request('rpcCall', { call: method, params: params ?? [] });
      }
    },
  };
}

/** Proposes calls to the owners of the Safe that was connected, as long as the interface shows the same one. */
async function propose(
  safe: SafeInterface,
  from: unknown,
  calls: readonly unknown[],
): Promise<string> {
  if (String(from).toLowerCase() !== safe.info.address.toLowerCase())
    throw failure(UNAUTHORIZED, 'another account');
  if (calls.length === 0) throw failure(INVALID, 'no call');
  const txs = calls.map(readCall);
  const now = await safe.readInfo();
  const isSame = now?.address === safe.info.address && now.chainId === safe.info.chainId;
  if (!isSame) throw failure(DISCONNECTED, 'another Safe');
  if (now.isReadOnly) throw failure(UNAUTHORIZED, 'no owner');
  const hash = member(await sendTransactions(safe, txs), 'safeTxHash');
  if (typeof hash !== 'string' || !HASH.test(hash)) throw failure(INTERNAL, 'no hash');
  return hash;
}

async function sendTransactions(safe: SafeInterface, txs: readonly object[]): Promise<unknown> {
  try {
    return await safe.request('sendTransactions', { txs });
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    throw failure(/rejected/i.test(text) ? REJECTED : INTERNAL, text);
  }
}

/** A call in the protocol's form, whose values are decimal. */
function readCall(call: unknown): { to: string; value: string; data: string } {
  const [to, data, value] = ['to', 'data', 'value'].map((name) => String(member(call, name)));
  const isSound = ADDRESS.test(to ?? '') && BYTES.test(data ?? '') && QUANTITY.test(value ?? '');
  if (!isSound || to === undefined || data === undefined || value === undefined)
    throw failure(INVALID, 'no call');
  return { to, value: BigInt(value).toString(), data };
}

async function readStatus(safe: SafeInterface, safeTxHash: unknown): Promise<object> {
  const said = await safe.request('getTxBySafeTxHash', { safeTxHash });
  const transactionHash = member(said, 'txHash');
  const isExecuted = typeof transactionHash === 'string' && HASH.test(transactionHash);
  const status = STATUSES[String(member(said, 'txStatus'))] ?? PENDING;
  // A success without its transaction is read again.
  if (status === STATUSES['SUCCESS'] && !isExecuted) return { status: PENDING };
  return { status, atomic: true, ...(isExecuted && { receipts: [{ transactionHash }] }) };
}

function failure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
