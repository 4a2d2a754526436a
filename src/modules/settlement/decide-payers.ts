import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { movePayerHolds } from '#modules/ledger/index.ts';
import {
  areWalletsScreened,
  judgeByPlan,
  screenWallets,
  type WalletDecision,
  writeScreeningPlan,
} from '#modules/screening/index.ts';
import { isOverrideSetter, type OverrideSetter } from '#modules/screening-overrides/index.ts';
import { transact } from '#platform/db/transact.ts';
import {
  decidePayer,
  ownersOf,
  type PayerVerdict,
  screenedOf,
  waitAfter,
} from './model/decide-payer.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { payerCheckMachine } from './model/payer-check.ts';
import { recordHeld } from './record-held.ts';
import { recordJudged } from './record-judged.ts';
import { wakeSettling } from './store/blocks.ts';
import {
  findAllowed,
  movePayerCheck,
  postponePayerCheck,
  takeDueChecks,
} from './store/payer-checks.ts';

/** Longer than nodes take to answer or to be given up; whoever is killed loses its payments to another process then. */
const LEASE_MS = 60_000;

type Listings = ReadonlyMap<string, 'listed' | 'not_listed' | 'unknown'>;
type Decisions = ReadonlyMap<string, WalletDecision>;

/** Which payments, and how many. */
interface DecideQuery {
  /** Those that vendors judge too, or the others; vendors take long where they are in trouble, and hold up no other payment. */
  readonly isJudged: boolean;
  readonly limit: number;
}

/**
 * Decides about who sent payments that are held, never in a transaction that settles: those of one network and source are looked up together. What
 * is cleared is settled as if it had just been seen; of whom nothing is known is asked again, later each time. Returns how many were due.
 */
export async function decidePayers(
  ctx: Context,
  { isJudged, limit }: DecideQuery,
): Promise<number> {
  const vendorsMs = isJudged ? 2 * ctx.settings.screeningTimeoutMs : 0;
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS + vendorsMs);
  const due = await takeDueChecks(ctx, { isJudged, leasedUntil, limit });
  const allowed = await findAllowed(
    ctx,
    due.flatMap((one) =>
      ownersOf(one.senders).map((wallet) => ({ requestRowId: one.requestRowId, wallet })),
    ),
  );
  const groups = Map.groupBy(
    due,
    (one) => `${one.accountId} ${one.network} ${one.originNetwork ?? ''}`,
  );
  const judge = judgeEachOnce(ctx);
  for (const group of groups.values()) {
    const known = { allowed, ...(await lookUp(ctx, group)), judge };
    // Vendors are waited for together; what lists decide needs the database alone.
    if (isJudged) await Promise.all(group.map((held) => decideOne(ctx, held, known)));
    else for (const held of group) await decideOne(ctx, held, known);
  }
  return due.length;
}

interface KnownBefore {
  readonly allowed: ReadonlySet<string>;
  readonly listings: Listings;
  /** Who rejected a wallet in advance. */
  readonly rejectedBy: ReadonlyMap<string, OverrideSetter>;
  readonly judge: (held: HeldPayment) => Promise<Decisions>;
}

async function decideOne(
  ctx: Context,
  held: HeldPayment,
  { allowed, listings, rejectedBy, judge }: KnownBefore,
): Promise<void> {
  const owners = ownersOf(held.senders);
  const known = {
    senders: held.senders,
    isRestricted: held.isRestricted && !held.allowlistWaived,
    allowed: new Set(owners.filter((owner) => allowed.has(`${held.requestRowId} ${owner}`))),
    // Without lists there are answers where a wallet is rejected in advance.
    isScreened: listings.size > 0 || areWalletsScreened(ctx, networksOf(held)),
    listings,
    rejectedBy,
  };
  const before = decidePayer({ ...known, plan: null, decisions: new Map() });
  if (before.status !== 'cleared' || held.plan === null) {
    await apply(ctx, held, { verdict: before, decisions: new Map() });
    return;
  }
  const decisions = await judge(held);
  const verdict = decidePayer({ ...known, plan: held.plan, decisions });
  await apply(ctx, held, { verdict, decisions });
}

/** Has vendors judge all who took part in a payment, each wallet once for all payments of the same plan. */
function judgeEachOnce(ctx: Context): KnownBefore['judge'] {
  const asked = new Map<string, Promise<WalletDecision | undefined>>();
  return async ({ accountId, plan, network, senders }) => {
    invariant(plan !== null, 'nobody else is judged');
    const judgeOne = (walletAddress: string) => {
      const key = `${accountId} ${network} ${walletAddress} ${writeScreeningPlan(plan)}`;
      const judged = { accountId, plan, network, walletAddress, direction: 'incoming' } as const;
      const found = asked.get(key) ?? judgeByPlan(ctx, judged, { within: 'job' });
      asked.set(key, found);
      return found;
    };
    const each = await Promise.all(
      screenedOf(senders).map(async (wallet) => [wallet, await judgeOne(wallet)] as const),
    );
    return new Map(each.flatMap(([wallet, decision]) => (decision ? [[wallet, decision]] : [])));
  };
}

function networksOf({ network, originNetwork }: HeldPayment) {
  const own = NETWORKS[network];
  return originNetwork === undefined ? [own] : [own, NETWORKS[originNetwork]];
}

async function lookUp(
  ctx: Context,
  group: readonly HeldPayment[],
): Promise<Pick<KnownBefore, 'listings' | 'rejectedBy'>> {
  const nothing = { listings: new Map(), rejectedBy: new Map() };
  const [first] = group;
  if (first === undefined) return nothing;
  const wallets = [...new Set(group.flatMap(({ senders }) => screenedOf(senders)))];
  if (wallets.length === 0) return nothing;
  const { accountId } = first;
  const screened = await screenWallets(ctx, { accountId, networks: networksOf(first), wallets });
  const rejectedBy = screened.flatMap(({ walletAddress, listing, provider }) =>
    listing === 'listed' && isOverrideSetter(provider) ? [[walletAddress, provider] as const] : [],
  );
  return {
    listings: new Map(screened.map(({ walletAddress, listing }) => [walletAddress, listing])),
    rejectedBy: new Map(rejectedBy),
  };
}

interface Decided {
  readonly verdict: PayerVerdict;
  /** What vendors said, by wallet. */
  readonly decisions: Decisions;
}

/** Writes a verdict: the transfer first, then the check, as everywhere; of two processes one does. */
async function apply(
  ctx: Context,
  held: HeldPayment,
  { verdict, decisions }: Decided,
): Promise<void> {
  const { transferId, checks } = held;
  if (verdict.status === 'undecided') {
    const dueAt = new Date(ctx.now().getTime() + waitAfter(checks));
    await postponePayerCheck(ctx, transferId, { ...verdict, dueAt });
    return;
  }
  const isCleared = verdict.status === 'cleared';
  const to = next(payerCheckMachine, 'undecided', isCleared ? 'was_cleared' : 'was_refused');
  invariant(to !== undefined, 'what is undecided can be decided');
  const cause = isCleared
    ? { reason: null, wallet: null, provider: null }
    : { reason: verdict.reason, wallet: verdict.wallet, provider: verdict.provider };
  await transact(ctx, async (ctx) => {
    const event = isCleared ? 'payer_accepted' : 'payer_refused';
    const moved = await movePayerHolds(ctx, [transferId], { from: 'held', event });
    // Undone or released meanwhile.
    if (moved.size === 0) return;
    const isMoved = await movePayerCheck(ctx, { transferId, from: 'undecided', to, ...cause });
    invariant(isMoved, 'a transfer is held while its check is undecided');
    await recordJudged(ctx, held, decisions);
    if (isCleared) await wakeSettling(ctx);
    else await recordHeld(ctx, [{ ...held, ...cause }]);
  });
  if (!isCleared) {
    const { network, transactionHash } = held;
    ctx.log.warn({ network, transactionHash, ...cause }, 'a payment is held: its payer is refused');
  }
}
