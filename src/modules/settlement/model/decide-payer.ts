import type { ScreeningPlan, WalletDecision } from '#modules/screening/index.ts';
import type { HoldCause } from './payer-check.ts';

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
  /** Who rejected a wallet in advance: it counts as listed. */
  readonly rejectedBy?: ReadonlyMap<string, string>;
  /** Whose vendors must approve who sent it; null where nobody judges. */
  readonly plan: ScreeningPlan | null;
  /** What they decided about each wallet; of one without a decision nothing is known. */
  readonly decisions: ReadonlyMap<string, Pick<WalletDecision, 'decision' | 'provider'>>;
}

/** Whether a payment counts, waits or is refused, why, and which wallet that is about. */
export type PayerVerdict =
  | { readonly status: 'cleared' }
  | (HoldCause & { readonly status: 'undecided' | 'refused' });

/**
 * Decides about who sent a payment. One wallet that is listed or rejected is enough to refuse it, and every one must be known to clear it; what
 * is unknown waits. The allowlist is asked first, then the lists, then the vendors, as where the payer asks, so that each spares the next its work.
 */
export function decidePayer(known: KnownOfPayer): PayerVerdict {
  const { senders, isRestricted, allowed } = known;
  const owners = ownersOf(senders);
  const nobody = { provider: null } as const;
  if (owners.length === 0 || (senders.isBridged && senders.bridgeSender === null)) {
    return { ...nobody, status: 'undecided', reason: 'payer_unknown', wallet: null };
  }
  if (isRestricted && !owners.some((owner) => allowed.has(owner))) {
    const wallet = owners[0] ?? null;
    return { ...nobody, status: 'refused', reason: 'wallet_not_allowed', wallet };
  }
  const ofLists = known.isScreened ? decideByLists(known) : CLEARED;
  if (ofLists.status !== 'cleared' || known.plan === null) return ofLists;
  return decideByVendors(known);
}

const CLEARED = { status: 'cleared' } as const;

function decideByLists({ senders, listings, rejectedBy }: KnownOfPayer): PayerVerdict {
  const wallets = screenedOf(senders);
  const listed = wallets.find((wallet) => listings.get(wallet) === 'listed');
  if (listed !== undefined) {
    const provider = rejectedBy?.get(listed) ?? null;
    return { status: 'refused', reason: 'screening_rejected', wallet: listed, provider };
  }
  const unknown = wallets.find((wallet) => listings.get(wallet) !== 'not_listed');
  if (unknown === undefined) return CLEARED;
  return { status: 'undecided', reason: 'provider_error', wallet: unknown, provider: null };
}

function decideByVendors({ senders, decisions, plan }: KnownOfPayer): PayerVerdict {
  const wallets = screenedOf(senders);
  const rejected = wallets.find((wallet) => decisions.get(wallet)?.decision === 'rejected');
  if (rejected !== undefined) {
    const provider = decisions.get(rejected)?.provider ?? null;
    return { status: 'refused', reason: 'screening_rejected', wallet: rejected, provider };
  }
  const unknown = wallets.find((wallet) => decisions.get(wallet)?.decision !== 'approved');
  if (unknown === undefined) return CLEARED;
  const provider = plan?.providers[0]?.provider ?? null;
  return { status: 'undecided', reason: 'provider_error', wallet: unknown, provider };
}

const FIRST_WAIT_MS = 1_000;
/** An outage of nodes is noticed within minutes; a payment waits no longer than this after it. */
const WAIT_MAX_MS = 5 * 60 * 1_000;

/** How long until a payment of which nothing is known is decided about again, after so many checks. */
export function waitAfter(checks: number): number {
  return Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** Math.min(checks, 10));
}
