import { member } from '../engine/members.ts';

/** What a wallet's refusal or failure means for the payer. */
export type WalletRefusal =
  /** The person said no. */
  | 'declined'
  /** A request is already open in the wallet. */
  | 'busy'
  /** The wallet or this account does not let the page ask. */
  | 'unauthorized'
  /** The wallet is not connected to this network, or to any. */
  | 'disconnected'
  /** The wallet does not know the network. */
  | 'unknown_chain'
  /** The wallet cannot do what was asked. */
  | 'unsupported'
  /** Too little of the token or of the coin for fees. */
  | 'insufficient'
  /** The chain refuses the call. */
  | 'would_revert'
  /** The address that the wallet names fails its checksum. */
  | 'wrong_checksum'
  /** A part of the page did not load, so that it asked no wallet. */
  | 'unloaded'
  /** Anything else: nothing is known about what happened. */
  | 'failed';

/** What a wallet may say instead of what it was asked for. */
export type WalletAnswer = WalletRefusal | 'wrong_account';

/** A wallet said no or failed, sorted by what it means. */
export class WalletError extends Error {
  override name = 'WalletError';
  readonly refusal: WalletAnswer;

  constructor(refusal: WalletAnswer, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

/** Codes of EIP-1193, EIP-1474, CAIP-25 and of libraries around them. */
const BY_CODE: Readonly<Record<string, WalletRefusal>> = {
  4001: 'declined',
  4100: 'unauthorized',
  4200: 'unsupported',
  4900: 'disconnected',
  4901: 'disconnected',
  4902: 'unknown_chain',
  5000: 'declined',
  5001: 'declined',
  5002: 'declined',
  '-32002': 'busy',
  '-32004': 'unsupported',
  '-32601': 'unsupported',
  ACTION_REJECTED: 'declined',
  INSUFFICIENT_FUNDS: 'insufficient',
  CALL_EXCEPTION: 'would_revert',
  UNPREDICTABLE_GAS_LIMIT: 'would_revert',
  UNSUPPORTED_OPERATION: 'unsupported',
};

const BY_TEXT: readonly (readonly [RegExp, WalletRefusal])[] = [
  [
    /user (denied|rejected|cancell?ed|declined|closed)|(rejected|denied|declined|cancell?ed) by (the )?user|action_rejected|request rejected/i,
    'declined',
  ],
  [/already pending|already processing|request of type .* pending/i, 'busy'],
  [
    /insufficient (funds|balance)|exceeds (the )?balance|gas required exceeds allowance/i,
    'insufficient',
  ],
  [/unrecognized chain|chain .*(not (been )?added|not configured)|unknown chain/i, 'unknown_chain'],
  [/execution reverted|always failing transaction|cannot estimate gas/i, 'would_revert'],
  [/not (supported|implemented)|unsupported method|method not found/i, 'unsupported'],
  [/disconnected|not connected/i, 'disconnected'],
];

/** Causes nest a few levels deep in libraries; a loop of causes must end. */
const CAUSES_MAX = 8;

/**
 * What an error from a wallet means. Searches the full chain of causes, first for a code
 * with that meaning, then for messages; wallets put a refusal under generic codes too.
 */
export function classifyRefusal(error: unknown): WalletRefusal {
  const chain = causesOf(error);
  for (const link of chain) {
    const known = BY_CODE[String(member(link, 'code'))];
    if (known !== undefined) return known;
  }
  const text = chain.map(textOf).join('\n');
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed';
}

/** Asks a wallet; whatever it throws becomes a `WalletError`. */
export async function classifyErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WalletError ? error : new WalletError(classifyRefusal(error), error);
  }
}

/** As `classifyErrors`, of a request that sends something: of a wallet that went away meanwhile nothing is known of it. */
export async function classifySendErrors<T>(work: () => Promise<T>): Promise<T> {
  return await classifyErrors(async () => {
    try {
      return await work();
    } catch (error) {
      const isGone = !(error instanceof WalletError) && classifyRefusal(error) === 'disconnected';
      throw isGone ? new WalletError('failed', error) : error;
    }
  });
}

/** An error and whatever it names as its cause, the outermost first. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && chain.length < CAUSES_MAX) {
    const link = waiting.shift();
    chain.push(link);
    for (const name of ['cause', 'error', 'data', 'originalError', 'info']) {
      const inner = member(link, name);
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    }
  }
  return chain;
}

function textOf(link: unknown): string {
  if (typeof link === 'string') return link;
  return ['message', 'details', 'shortMessage', 'reason']
    .map((name) => member(link, name))
    .filter((part) => typeof part === 'string')
    .join('\n');
}
