import type { HoldReason } from './payer-check.ts';

/** Who sent a payment, as far as the chain shows it. */
export interface Senders {
  /** Whose tokens moved; of a bridge, whom the fill names, which proves nothing. */
  readonly payerAddress: string;
  /** Who sent the transaction; null where an earlier release saw it. */
  readonly senderAddress: string | null;
  /** The key whose tokens the payer, an account, paid with. */
  readonly payerEoaAddress: string | null;
  readonly isBridged: boolean;
  /** Who sent it on the other network; null while that is not known. */
  readonly bridgeSender: string | null;
}

/** The wallets whose money it is: one of them must be on an allowlist. Empty while a deposit elsewhere was not found. */
export function ownersOf(senders: Senders): readonly string[] {
  const { payerAddress, payerEoaAddress, isBridged, bridgeSender } = senders;
  const owners = isBridged ? [bridgeSender, payerEoaAddress] : [payerAddress, payerEoaAddress];
  return owners.flatMap((address) => address ?? []);
}

/** All who took part: none of them may be on a list of sanctioned addresses. */
export function screenedOf(senders: Senders): readonly string[] {
  const { senderAddress } = senders;
  return [...new Set([...ownersOf(senders), ...(senderAddress === null ? [] : [senderAddress])])];
}

/** What is known of who sent a payment. */
export interface KnownOfPayer {
  readonly senders: Senders;
  /** Whether only some wallets may pay, and its account does not let this payment in all the same. */
  readonly isRestricted: boolean;
  /** Of the owners those that are on the allowlist. */
  readonly allowed: ReadonlySet<string>;
  /** Whether wallets are looked up there. */
  readonly isScreened: boolean;
  /** What the look-up said of each wallet; not asked is unknown. */
  readonly listings: ReadonlyMap<string, 'listed' | 'not_listed' | 'unknown'>;
}

/** Whether a payment counts, waits or is refused, why, and which wallet that is about. */
export type PayerVerdict =
  | { readonly status: 'cleared' }
  | { readonly status: 'undecided'; readonly reason: HoldReason; readonly wallet: string | null }
  | { readonly status: 'refused'; readonly reason: HoldReason; readonly wallet: string | null };

/**
 * Decides about who sent a payment. One wallet that is listed is enough to refuse it, and every one must be known to clear it; what is unknown
 * waits. The allowlist is asked first, as where the payer asks, so that whom it refuses is not looked up.
 */
export function decidePayer(known: KnownOfPayer): PayerVerdict {
  const { senders, isRestricted, allowed, isScreened, listings } = known;
  const owners = ownersOf(senders);
  if (owners.length === 0 || (senders.isBridged && senders.bridgeSender === null)) {
    return { status: 'undecided', reason: 'payer_unknown', wallet: null };
  }
  if (isRestricted && !owners.some((owner) => allowed.has(owner))) {
    return { status: 'refused', reason: 'wallet_not_allowed', wallet: owners[0] ?? null };
  }
  if (!isScreened) return { status: 'cleared' };
  const wallets = screenedOf(senders);
  const listed = wallets.find((wallet) => listings.get(wallet) === 'listed');
  if (listed !== undefined) {
    return { status: 'refused', reason: 'screening_rejected', wallet: listed };
  }
  const unknown = wallets.find((wallet) => listings.get(wallet) !== 'not_listed');
  return unknown === undefined
    ? { status: 'cleared' }
    : { status: 'undecided', reason: 'provider_error', wallet: unknown };
}

const FIRST_WAIT_MS = 1_000;
/** An outage of nodes is noticed within minutes; a payment waits no longer than this after it. */
const WAIT_MAX_MS = 5 * 60 * 1_000;

/** How long until a payment of which nothing is known is decided about again, after so many checks. */
export function waitAfter(checks: number): number {
  return Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** Math.min(checks, 10));
}
