import type { FinalityRule, NetworkId } from '#catalog/networks.ts';
import type { EscrowBlocks, EscrowNames, OurEscrowPayments } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { transact } from '#platform/db/transact.ts';
import { termsOf } from './model/commerce-payment.ts';
import type { EscrowChain } from './open-payment.ts';
import { recordBlocks } from './record-blocks.ts';
import { type EscrowCursor, findWatchedCursor } from './store/cursors.ts';
import { findEventBlocks } from './store/events.ts';
import { findNamedPayments } from './store/payments.ts';

/**
 * Reads what the escrow of each network reports, of all watched payments at once, and nothing where none is watched. Blocks that may still be
 * replaced are read each time. Returns how many networks have more to read; throws what failed first after all were read.
 */
export async function observeEscrows(ctx: Context): Promise<number> {
  let behind = 0;
  const failures: unknown[] = [];
  for (const chain of ctx.chains.all) {
    const { escrow, network } = chain;
    if (escrow === undefined) continue;
    try {
      if (await observeOn(ctx, { ...chain, escrow })) behind += 1;
    } catch (error) {
      if (!(error instanceof Outage)) failures.push(error);
      else ctx.log.warn({ err: error, network: network.id }, 'the escrow was not read');
    }
  }
  // One network keeps the others waiting for nothing.
  if (failures.length > 0) throw failures[0];
  return behind;
}

/** Returns whether there is more to read. */
async function observeOn(ctx: Context, chain: EscrowChain): Promise<boolean> {
  const { id } = chain.network;
  const cursor = await findWatchedCursor(ctx, id);
  if (cursor === undefined) return false;
  const known = await findEventBlocks(ctx, id, cursor.nextBlock);
  const read = await chain.escrow.readBlocks({
    from: cursor.nextBlock,
    known,
    findOurs: (named) => findOurs(ctx, id, named),
  });
  const seenBefore = new Set(known.map(({ hash }) => hash));
  const agreed = await upToAgreement(ctx, chain, { read, seenBefore });
  const countUpTo = countableUpTo(ctx, chain, agreed);
  await transact(ctx, (ctx) => recordBlocks(ctx, { cursor, read: agreed, countUpTo }));
  return agreed.upTo < read.headNumber && agreed.upTo === read.upTo && hasMoved(cursor, agreed);
}

const hasMoved = ({ nextBlock }: EscrowCursor, { upTo }: EscrowBlocks) => upTo >= nextBlock;

async function findOurs(
  ctx: Context,
  network: NetworkId,
  named: EscrowNames,
): Promise<OurEscrowPayments> {
  const payments = await findNamedPayments(ctx, network, named);
  return {
    terms: new Map(payments.map((payment) => [payment.paymentHash, termsOf(payment)])),
    referenceKeys: new Set(payments.map(({ referenceKey }) => referenceKey)),
  };
}

interface ReadBlocks {
  readonly read: EscrowBlocks;
  readonly seenBefore: ReadonlySet<Hex>;
}

/** What was read, up to the first event that fewer nodes have than must agree, or that one contradicts; the rest is read again. */
async function upToAgreement(
  ctx: Context,
  chain: EscrowChain,
  { read, seenBefore }: ReadBlocks,
): Promise<EscrowBlocks> {
  const needed = ctx.settings.agreement.nodesFor(chain.network);
  if (needed === undefined) return read;
  for (const { block, transactionHash } of read.events) {
    if (seenBefore.has(block.hash)) continue;
    const { agree, disagree } = await chain.checkAgreement({ block, transactionHash });
    if (agree >= needed && disagree.length === 0) continue;
    const upTo = block.number - 1n;
    const isWithin = (one: { readonly block: { readonly number: bigint } }) =>
      one.block.number <= upTo;
    ctx.log.warn(
      { network: chain.network.id, block, agree, disagree },
      'an event of the escrow waits: nodes do not agree on it',
    );
    return {
      ...read,
      events: read.events.filter(isWithin),
      foreign: read.foreign.filter(isWithin),
      upTo,
      finalNumber: read.finalNumber < upTo ? read.finalNumber : upTo,
    };
  }
  return read;
}

/** The newest block whose events count: the deepest of what the settings want of any amount. */
function countableUpTo(
  ctx: Context,
  { network }: EscrowChain,
  { headNumber, finalNumber, upTo }: EscrowBlocks,
): bigint {
  const { confirmationsFor, amountStepsFor } = ctx.settings;
  const rules = [confirmationsFor(network), ...amountStepsFor(network).map(({ rule }) => rule)];
  const blockOf = (rule: FinalityRule) => {
    if (rule.by === 'finalized_tag') return finalNumber;
    return headNumber + 1n - BigInt(rule.by === 'depth' ? rule.blocks : rule.fallbackBlocks);
  };
  const [least = upTo] = [...rules.map(blockOf), upTo].toSorted((a, b) => (a < b ? -1 : 1));
  return least;
}
