import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { movePayerHolds } from '#modules/ledger/index.ts';
import { areWalletsScreened } from '#modules/screening/index.ts';
import { findRejectedByHand, nameOfWallet } from '#modules/screening-overrides/index.ts';
import { transact } from '#platform/db/transact.ts';
import { decidePayer, ownersOf, screenedOf } from './model/decide-payer.ts';
import { recordHeld } from './record-held.ts';
import type { DueTransfer } from './store/due.ts';
import {
  findAllowed,
  findHeldPayments,
  findReleased,
  insertPayerChecks,
  type NewPayerCheck,
  wakeDeciding,
} from './store/payer-checks.ts';

/**
 * Takes out of what is due the payments whose sender is still to be decided about, and returns the others. Whom an allowlist refuses is
 * refused at once; whoever must be looked up or judged waits for the background jobs, so that nothing here waits for a node or a vendor. Nothing
 * is read or written where no list is looked up and no link restricts its payers or has them judged, but who is rejected in advance.
 */
export async function holdPayments(
  ctx: Context,
  due: readonly DueTransfer[],
): Promise<readonly DueTransfer[]> {
  const undecided = due.filter((one) => one.payerDecision === undefined);
  const rejected = await findRejected(ctx, undecided);
  const mustScreen = (one: DueTransfer) => rejected.has(one.id) || isScreened(ctx, one);
  const open = undecided.filter(
    (one) => one.restrictsPayers || one.plan !== null || mustScreen(one),
  );
  if (open.length === 0) return due;
  const held = await findToHold(ctx, open, mustScreen);
  await writeHeld(ctx, held);
  const ids = new Set(held.map(({ transferId }) => transferId));
  return due.filter(({ id }) => !ids.has(id));
}

function isScreened(ctx: Context, { network }: Pick<DueTransfer, 'network'>): boolean {
  return isNetworkId(network) && areWalletsScreened(ctx, [NETWORKS[network]]);
}

/** The ids of those that a wallet took part in which their account rejects in advance. */
async function findRejected(
  ctx: Context,
  due: readonly DueTransfer[],
): Promise<ReadonlySet<string>> {
  const senders = due.flatMap(({ id, accountId, ...one }) =>
    screenedOf(one).map((walletAddress) => ({ id, accountId, walletAddress })),
  );
  const rejected = await findRejectedByHand(ctx, senders);
  return new Set(senders.filter((one) => rejected.has(nameOfWallet(one))).map(({ id }) => id));
}

/** What of these does not count yet, and why; what a reorg moved and was released before counts at the next poll. */
async function findToHold(
  ctx: Context,
  open: readonly DueTransfer[],
  mustScreen: (one: DueTransfer) => boolean,
): Promise<readonly NewPayerCheck[]> {
  const released = await findReleased(
    ctx,
    open.map(({ requestId }) => requestId),
  );
  const allowed = await findAllowed(
    ctx,
    open
      .filter(({ restrictsPayers }) => restrictsPayers)
      .flatMap((one) => ownersOf(one).map((wallet) => ({ requestRowId: one.requestId, wallet }))),
  );
  return open.flatMap((one): NewPayerCheck[] => {
    const { id: transferId, requestId: requestRowId, accountId, network, transactionHash } = one;
    const { plan } = one;
    const payment = { transferId, accountId, requestRowId, network, transactionHash };
    const check = { ...payment, isJudged: plan !== null };
    if (released.has(`${requestRowId} ${transactionHash}`)) {
      return [{ ...check, status: 'released', reason: null, wallet: null }];
    }
    const verdict = decidePayer({
      senders: one,
      isRestricted: one.restrictsPayers,
      allowed: new Set(ownersOf(one).filter((owner) => allowed.has(`${requestRowId} ${owner}`))),
      isScreened: mustScreen(one),
      listings: new Map(),
      plan,
      decisions: new Map(),
    });
    if (verdict.status === 'cleared') return [];
    const { status, reason, wallet } = verdict;
    return [{ ...check, status, reason, wallet }];
  });
}

/** Moves their transfers, writes why and reports those that are refused; what another process has moved since is left out. */
async function writeHeld(ctx: Context, held: readonly NewPayerCheck[]): Promise<void> {
  if (held.length === 0) return;
  const idsOf = (status: NewPayerCheck['status']) =>
    held.flatMap((one) => (one.status === status ? [one.transferId] : []));
  await transact(ctx, async (ctx) => {
    const undecided = await movePayerHolds(ctx, idsOf('undecided'), {
      from: 'seen',
      event: 'payer_undecided',
    });
    const refused = await movePayerHolds(ctx, idsOf('refused'), {
      from: 'seen',
      event: 'payer_refused',
    });
    const isWritten = ({ transferId, status }: NewPayerCheck) =>
      status === 'released' || undecided.has(transferId) || refused.has(transferId);
    await insertPayerChecks(ctx, held.filter(isWritten));
    if (undecided.size > 0) await wakeDeciding(ctx);
    if (refused.size === 0) return;
    const transferIds = [...refused];
    const limit = transferIds.length;
    await recordHeld(
      ctx,
      await findHeldPayments(ctx, { transferIds, statuses: ['refused'], limit }),
    );
  });
}
