import { member } from '../engine/members.ts';
import { pause } from '../engine/wait.ts';
import type { Provider } from './provider.ts';
import { causesOf, classifyRefusal, classifySendErrors, WalletError } from './refusal.ts';

/** How often a wallet is polled for the status of its calls, in milliseconds. */
const POLL_MS = 1_000;

/** A wallet that has just taken calls may know them a moment later; it is asked this often. */
const UNKNOWN_MAX = 5;

/** Statuses of EIP-5792: still pending is 1xx, done is 200, the rest ended otherwise. */
const PENDING_BELOW = 200;
const DONE = 200;
const REVERTED_FROM = 500;
const PARTLY_FROM = 600;

/** What several calls can end with in place of a transaction that made them all. */
export type CallsProblem =
  /** The wallet cannot make all of them or none, here or at all; nothing was sent. */
  | 'not_atomic'
  /** It does not offer this on the link's network; nothing was sent. */
  | 'chain'
  /** The payer did not let it change their account; nothing was sent. */
  | 'upgrade_refused'
  /** They are too many for it; nothing was sent. */
  | 'too_large'
  /** It has calls of the same name already. */
  | 'duplicate'
  /** It does not know them any more. */
  | 'unknown'
  /** They never reached the network. */
  | 'not_sent'
  /** The network took them back, all of them. */
  | 'reverted'
  /** Only some of them were made. */
  | 'partly';

/** Errors of EIP-5792. */
const BY_CODE: Readonly<Record<string, CallsProblem>> = {
  5700: 'not_atomic',
  5710: 'chain',
  5720: 'duplicate',
  5730: 'unknown',
  5740: 'too_large',
  5750: 'upgrade_refused',
  5760: 'not_atomic',
};

/** How calls ended: with one transaction, or with a problem. */
export type CallsEnd = { readonly hash: string } | { readonly problem: CallsProblem };

/** Calls to sign at once. */
export interface Together {
  readonly from: string;
  readonly chainId: number;
  readonly calls: readonly {
    readonly to: string;
    readonly data: string;
    readonly value: string;
  }[];
  /** Who may pay the network's fee (ERC-7677), where the wallet asks that. */
  readonly paymasterUrl?: string | undefined;
}

/**
 * Requests the wallet to make all calls in one transaction or none; answers the name under which it can be
 * asked for them. A wallet that would make only some is not asked.
 */
export async function sendTogether(
  provider: Provider,
  { from, chainId, calls, paymasterUrl: url }: Together,
): Promise<{ readonly id: string } | { readonly problem: CallsProblem }> {
  const call = { version: '2.0.0', from, chainId: `0x${chainId.toString(16)}`, calls };
  // Optional: the payment is made without it too, at the payer's own cost.
  const paymasterService = { url, context: {}, optional: true };
  const capabilities = url === undefined ? {} : { capabilities: { paymasterService } };
  const params = [{ ...call, atomicRequired: true, ...capabilities }];
  return await classifySendErrors(async () => {
    try {
      const id = member(await provider.request({ method: 'wallet_sendCalls', params }), 'id');
      if (typeof id !== 'string') throw new WalletError('failed');
      return { id };
    } catch (error) {
      const isUnsupported = !(error instanceof WalletError) && isUnknownMethod(error);
      const problem = problemOf(error) ?? (isUnsupported ? 'not_atomic' : undefined);
      if (problem === undefined) throw error;
      return { problem };
    }
  });
}

function isUnknownMethod(error: unknown): boolean {
  return classifyRefusal(error) === 'unsupported';
}

/** Waits until calls that a wallet has taken have ended. */
export async function awaitCalls(provider: Provider, id: string): Promise<CallsEnd> {
  for (let unknowns = 0; ; ) {
    const end = await readCalls(provider, id);
    const isUnknown = end !== undefined && 'problem' in end && end.problem === 'unknown';
    unknowns = isUnknown ? unknowns + 1 : 0;
    if (end !== undefined && (!isUnknown || unknowns === UNKNOWN_MAX)) return end;
    await pause(POLL_MS);
  }
}

/**
 * How calls ended, as their wallet says now; undefined while they have not. A wallet that does not answer
 * for a moment has them still.
 */
export async function readCalls(provider: Provider, id: string): Promise<CallsEnd | undefined> {
  let said: unknown;
  try {
    said = await provider.request({ method: 'wallet_getCallsStatus', params: [id] });
  } catch (error) {
    return problemOf(error) === 'unknown' ? { problem: 'unknown' } : undefined;
  }
  const status = Number(member(said, 'status'));
  if (!(status >= PENDING_BELOW)) return undefined;
  if (status === DONE) {
    const hash = hashOf(member(said, 'receipts'));
    return hash === undefined ? { problem: 'unknown' } : { hash };
  }
  if (status >= PARTLY_FROM) return { problem: 'partly' };
  return { problem: status >= REVERTED_FROM ? 'reverted' : 'not_sent' };
}

function problemOf(error: unknown): CallsProblem | undefined {
  const codes = causesOf(error).map((cause) => String(member(cause, 'code')));
  return codes.map((code) => BY_CODE[code]).find((problem) => problem !== undefined);
}

/** Of the one transaction that made all calls; some wallets repeat its receipt for each of them. */
function hashOf(receipts: unknown): string | undefined {
  const hashes = new Set(
    (Array.isArray(receipts) ? receipts : []).map((one) => member(one, 'transactionHash')),
  );
  const hash = [...hashes].at(-1);
  return typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash) ? hash : undefined;
}
