import { member } from '../engine/members.ts';
import { pause } from '../engine/wait.ts';
import type { Provider } from './provider.ts';
import { classifyErrors, WalletError } from './refusal.ts';

/** How often a wallet is polled for the status of its calls, in milliseconds. */
const POLL_MS = 1_000;

/** Statuses of EIP-5792: still pending is 1xx, done is 200, the rest ended otherwise. */
const PENDING_BELOW = 200;
const DONE = 200;

/** What the wallet of an account offers on a chain (EIP-5792); nothing where it does not say. */
export async function requestCapabilities(
  provider: Provider,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): Promise<'supported' | 'ready' | undefined> {
  const chain = `0x${chainId.toString(16)}`;
  try {
    const said = await provider.request({
      method: 'wallet_getCapabilities',
      params: [address, [chain]],
    });
    const status = member(member(member(said, chain), 'atomic'), 'status');
    return status === 'supported' || status === 'ready' ? status : undefined;
  } catch {
    // Most wallets do not know the question, and then sign one thing after the other.
    return undefined;
  }
}

/** Calls to sign at once. */
interface Together {
  readonly from: string;
  readonly chainId: number;
  readonly calls: readonly {
    readonly to: string;
    readonly data: string;
    readonly value: string;
  }[];
}

/**
 * Requests the wallet to make all calls in one transaction or none, and waits until they are in a block;
 * answers the transaction's hash. A wallet that would make only some is not asked.
 */
export async function sendTogether(
  provider: Provider,
  { from, chainId, calls }: Together,
): Promise<string> {
  const params = [
    { version: '2.0.0', from, chainId: `0x${chainId.toString(16)}`, atomicRequired: true, calls },
  ];
  const sent = await classifyErrors(() => provider.request({ method: 'wallet_sendCalls', params }));
  const id = member(sent, 'id');
  if (typeof id !== 'string') throw new WalletError('failed');
  return await awaitHash(provider, id);
}

async function awaitHash(provider: Provider, id: string): Promise<string> {
  for (;;) {
    const said = await statusOf(provider, id);
    const status = Number(member(said, 'status'));
    if (status >= PENDING_BELOW) {
      const hash = hashOf(member(said, 'receipts'));
      if (status === DONE && hash !== undefined) return hash;
      throw new WalletError(status === DONE ? 'failed' : 'would_revert');
    }
    await pause(POLL_MS);
  }
}

/** A wallet that does not answer for a moment is polled again: the calls are with it already. */
async function statusOf(provider: Provider, id: string): Promise<unknown> {
  try {
    return await provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  } catch {
    return undefined;
  }
}

function hashOf(receipts: unknown): string | undefined {
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined;
  const hash = member(last, 'transactionHash');
  return typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash) ? hash : undefined;
}
