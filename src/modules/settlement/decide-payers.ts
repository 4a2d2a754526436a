import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { movePayerHolds } from '#modules/ledger/index.ts';
import { areWalletsScreened, screenWallets } from '#modules/screening/index.ts';
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

/**
 * Decides about who sent payments that are held, never in a transaction that settles: those of one network and source are looked up together. What
 * is cleared is settled as if it had just been seen; of whom nothing is known is asked again, later each time. Returns how many were due.
 */
export async function decidePayers(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueChecks(ctx, { leasedUntil, limit });
  const allowed = await findAllowed(
    ctx,
    due.flatMap((one) =>
      ownersOf(one.senders).map((wallet) => ({ requestRowId: one.requestRowId, wallet })),
    ),
  );
  const groups = Map.groupBy(due, (one) => `${one.network} ${one.originNetwork ?? ''}`);
  for (const group of groups.values()) {
    const listings = await lookUp(ctx, group);
    for (const held of group) {
      const owners = ownersOf(held.senders);
      const verdict = decidePayer({
        senders: held.senders,
        isRestricted: held.isRestricted && !held.allowlistWaived,
        allowed: new Set(owners.filter((owner) => allowed.has(`${held.requestRowId} ${owner}`))),
        isScreened: areWalletsScreened(ctx, networksOf(held)),
        listings,
      });
      await apply(ctx, held, verdict);
    }
  }
  return due.length;
}

function networksOf({ network, originNetwork }: HeldPayment) {
  const own = NETWORKS[network];
  return originNetwork === undefined ? [own] : [own, NETWORKS[originNetwork]];
}

async function lookUp(ctx: Context, group: readonly HeldPayment[]): Promise<Listings> {
  const [first] = group;
  if (first === undefined) return new Map();
  const wallets = [...new Set(group.flatMap(({ senders }) => screenedOf(senders)))];
  if (wallets.length === 0) return new Map();
  const screened = await screenWallets(ctx, { networks: networksOf(first), wallets });
  return new Map(screened.map(({ walletAddress, listing }) => [walletAddress, listing]));
}

/** Writes a verdict: the transfer first, then the check, as everywhere; of two processes one does. */
async function apply(ctx: Context, held: HeldPayment, verdict: PayerVerdict): Promise<void> {
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
    ? { reason: null, wallet: null }
    : { reason: verdict.reason, wallet: verdict.wallet };
  await transact(ctx, async (ctx) => {
    const event = isCleared ? 'payer_accepted' : 'payer_refused';
    const moved = await movePayerHolds(ctx, [transferId], { from: 'held', event });
    // Undone or released meanwhile.
    if (moved.size === 0) return;
    const isMoved = await movePayerCheck(ctx, { transferId, from: 'undecided', to, ...cause });
    invariant(isMoved, 'a transfer is held while its check is undecided');
    if (isCleared) await wakeSettling(ctx);
    else await recordHeld(ctx, [{ ...held, ...cause }]);
  });
  if (!isCleared) {
    const { network, transactionHash } = held;
    ctx.log.warn({ network, transactionHash, ...cause }, 'a payment is held: its payer is refused');
  }
}
