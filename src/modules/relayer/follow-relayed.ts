import type { Chain, OwnTransaction, TransactionOutcome } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { sendAgain } from './send-again.ts';
import {
  deferRelayed,
  endRelayed,
  findEndedBetween,
  type OpenRelayed,
  replaceRelayed,
  takeDueRelayed,
} from './store.ts';

/** Longer than reads and one sending take; a process that was killed keeps them no longer. */
const LEASE_MS = 60_000;
/** About a block of the networks that are sent on. */
const CHECK_MS = 5_000;
/** The node that has its receipt may be behind the one that counted it; until then it is not taken for another's. */
const DISPLACED_AFTER_MS = 60_000;
/** Fees that are in no block by then are too low. */
const RAISE_AFTER_MS = 120_000;

/**
 * Looks up what was sent and has not ended, and sends it again, the same bytes first, with higher fees later, so that no
 * nonce stays unused. Returns how many were due.
 */
export async function followRelayed(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueRelayed(ctx, { leasedUntil, limit });
  const failures: unknown[] = [];
  for (const relayed of due) {
    const chain = ctx.chains.get(relayed.network);
    try {
      if (chain !== undefined) await follow(ctx, chain, relayed);
    } catch (error) {
      if (!(error instanceof Outage)) failures.push(error);
    }
    await deferRelayed(ctx, relayed.id, new Date(ctx.now().getTime() + CHECK_MS));
  }
  // One transaction keeps the others waiting for nothing.
  if (failures.length > 0) throw failures[0];
  return due.length;
}

async function follow(ctx: Context, chain: Chain, relayed: OpenRelayed): Promise<void> {
  const { sender } = chain;
  if (sender === undefined) return;
  const hashes = [relayed.transactionHash, ...relayed.earlierHashes];
  // Read before the outcomes: what is carried out between both reads is not taken for another's.
  const used = await sender.readNonces(relayed.senderAddress, depthOn(ctx, chain));
  const outcomes = await Promise.all(hashes.map((hash) => chain.readOutcome(hash)));
  const outcome = outcomes.find((one) => one !== undefined);
  if (outcome !== undefined) return await endWhereDeep(ctx, chain, { relayed, outcome });
  const ageMs = ctx.now().getTime() - relayed.signedAt.getTime();
  if (used.newest > relayed.nonce) {
    const isDisplaced = used.deep > relayed.nonce && ageMs >= DISPLACED_AFTER_MS;
    if (isDisplaced) await endRelayed(ctx, relayed.id, 'displaced');
    return;
  }
  // What a reorg removed after its end: no later nonce counts without it.
  const before = await findEndedBetween(ctx, relayed, used.newest);
  for (const ended of before) await sendAgain(ctx, chain, ended);
  const isNext = used.newest === relayed.nonce && sender.address === relayed.senderAddress;
  const raised =
    isNext && ageMs >= raiseAfterMs(relayed) ? await raise(ctx, chain, relayed) : undefined;
  await sendAgain(ctx, chain, raised ?? relayed);
}

/** Twice as long after each time: fees are not why it waits then. */
function raiseAfterMs({ earlierHashes }: OpenRelayed): number {
  return RAISE_AFTER_MS * 2 ** earlierHashes.length;
}

/** How many blocks deep a payment counts. */
function depthOn(ctx: Context, { network }: Chain): number {
  const rule = ctx.settings.confirmationsFor(network);
  return rule.by === 'depth' ? rule.blocks : rule.fallbackBlocks;
}

interface Found {
  readonly relayed: OpenRelayed;
  readonly outcome: TransactionOutcome;
}

/** As deep as a payment counts: until then a reorg may take it out of its block. */
async function endWhereDeep(ctx: Context, chain: Chain, { relayed, outcome }: Found) {
  const head = await chain.readHead();
  if (head - outcome.block.number + 1n < BigInt(depthOn(ctx, chain))) return;
  await endRelayed(ctx, relayed.id, outcome.status === 'success' ? 'succeeded' : 'failed');
}

/** Undefined where the sender has too little for it, or one transaction would cost more than all of a day may. */
async function raise(
  ctx: Context,
  { sender, network }: Chain,
  relayed: OpenRelayed,
): Promise<OwnTransaction | undefined> {
  if (sender === undefined) return undefined;
  const prepared = await sender.raise(relayed);
  if (prepared === undefined) return undefined;
  const { costUnits, balanceUnits } = prepared;
  if (costUnits > balanceUnits || costUnits > ctx.settings.relayBudgetOf(network)) return undefined;
  const transaction = await sender.sign(prepared, relayed.nonce);
  const isStored = await replaceRelayed(ctx, relayed, { prepared, transaction });
  return isStored ? transaction : undefined;
}
