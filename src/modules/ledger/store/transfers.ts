import { type RawBuilder, sql } from 'kysely';
import type { BlockPoint, EventPosition, ObservedBridge } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { byId } from '#kit/by-id.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { arrayText, type Cell } from '#platform/db/array-text.ts';
import {
  type Milestone,
  type MilestoneColumns,
  milestonesOf,
  type PaymentMilestones,
} from '../model/milestones.ts';
import { chainTransferMachine } from '../model/transfer-status.ts';
import { unparkTransfers } from './queue.ts';

/** A transfer that pays one of our requests. */
export interface NewTransfer {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly payerAddress: string;
  /** Who sent the transaction; absent where that is not known. */
  readonly senderAddress?: string | undefined;
  /** The key whose tokens the payer, an account, paid with; absent where the chain does not show one. */
  readonly payerEoaAddress?: string | undefined;
  readonly claimedUnits: bigint;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** What moved in the token; the same as the units above unless it was converted. */
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  /** The deposit on another network that paid it, where one did. */
  readonly bridge: NewTransferBridge | undefined;
}

/** The deposit of a transfer, as whoever filled it says. */
interface NewTransferBridge extends ObservedBridge {
  /** Where and until when it is looked up before the transfer counts; undefined where nothing can look it up. */
  readonly lookup: { readonly network: string; readonly until: Date } | undefined;
}

/** How transfers are added. */
interface Insertion {
  readonly network: string;
  readonly transfers: readonly NewTransfer[];
  /** A query within the statement; nothing is added where it has no row. */
  readonly whileIn: RawBuilder<unknown>;
  /** Whether a transfer `t` alone pays what is missing of its request. */
  readonly completes: RawBuilder<boolean>;
}

/**
 * The statement that adds transfers as seen, for a `with` of a larger one, and returns the ids of those that it added. A
 * transfer that is active already is left unchanged. What waits for its deposit is found by time, as what waits for nodes.
 */
export function insertTransfers(
  ctx: Context,
  { network, transfers, whileIn, completes }: Insertion,
): RawBuilder<unknown> {
  return sql`
      insert into chain_transfer (id, account_id, request_id, status, network, block_number,
        block_hash, block_time, transaction_hash, log_index, payer_address, sender_address, payer_eoa_address, claimed_units,
        credited_units, fee_units, fee_address, token_units, token_fee_units,
        bridge_origin_chain_id, bridge_deposit_id, agreement_due_at, completes, seen_at)
      select t.id, t.account_id, t.request_id, 'seen', ${network}, t.block_number,
        decode(t.block_hash, 'hex'), t.block_time, decode(t.transaction_hash, 'hex'), t.log_index,
        t.payer_address, t.sender_address, t.payer_eoa_address, t.claimed_units, t.credited_units, t.fee_units, t.fee_address,
        t.token_units, t.token_fee_units, t.bridge_origin_chain_id, t.bridge_deposit_id, t.wait_until,
        ${completes}, ${ctx.now()}
      from ${whileIn}, ${rowsOf(transfers)} as t (
        id, account_id, request_id, block_number, block_hash, block_time, transaction_hash,
        log_index, payer_address, sender_address, payer_eoa_address, claimed_units, credited_units, fee_units, fee_address,
        token_units, token_fee_units, bridge_origin_chain_id, bridge_deposit_id, wait_until)
      on conflict (network, block_hash, log_index) where status <> 'undone' do nothing
      returning id`;
}

/** Transfers column by column, which the database reads in a tenth of the time that JSON takes it. */
function rowsOf(transfers: readonly NewTransfer[]): RawBuilder<unknown> {
  const all = (of: (transfer: NewTransfer) => Cell | null) => arrayText(transfers.map(of));
  return sql`unnest(
    ${all(({ id }) => id)}::text[],
    ${all(({ accountId }) => accountId)}::text[],
    ${all(({ requestId }) => requestId)}::text[],
    ${all(({ block }) => block.number)}::numeric[],
    ${all(({ block }) => block.hash.slice(2))}::text[],
    ${all(({ blockTime }) => blockTime.toISOString())}::timestamptz[],
    ${all(({ transactionHash }) => transactionHash.slice(2))}::text[],
    ${all(({ logIndex }) => logIndex)}::integer[],
    ${all(({ payerAddress }) => payerAddress)}::text[],
    ${all(({ senderAddress }) => senderAddress ?? null)}::text[],
    ${all(({ payerEoaAddress }) => payerEoaAddress ?? null)}::text[],
    ${all(({ claimedUnits }) => claimedUnits)}::numeric[],
    ${all(({ creditedUnits }) => creditedUnits)}::numeric[],
    ${all(({ feeUnits }) => feeUnits)}::numeric[],
    ${all(({ feeAddress }) => feeAddress)}::text[],
    ${all(({ tokenUnits }) => tokenUnits)}::numeric[],
    ${all(({ tokenFeeUnits }) => tokenFeeUnits)}::numeric[],
    ${all(({ bridge }) => bridge?.originChainId ?? null)}::bigint[],
    ${all(({ bridge }) => bridge?.depositId ?? null)}::numeric[],
    ${all(({ bridge }) => bridge?.lookup?.until.toISOString() ?? null)}::timestamptz[])`;
}

/** How a disputed transfer is added again. */
interface Dispute {
  /** The names of the nodes that contradict it. */
  readonly against: readonly string[];
  readonly dueAt: Date;
  /** Whether the transfer `t` alone pays what is missing of its request. */
  readonly completes: RawBuilder<boolean>;
}

/** Adds an undone transfer as seen anew: it counts once nodes agree on it. */
export async function insertDisputedTransfer(
  ctx: Context,
  transferId: string,
  { against, dueAt, completes }: Dispute,
): Promise<void> {
  await sql`
    insert into chain_transfer (id, account_id, request_id, status, network, block_number,
      block_hash, block_time, transaction_hash, log_index, payer_address, claimed_units,
      credited_units, fee_units, fee_address, token_units, token_fee_units,
      bridge_origin_chain_id, bridge_deposit_id, bridge_sender, payer_eoa_address, sender_address, completes,
      seen_at,
      amount_step, agreement, disagreeing_nodes, agreement_checks, agreement_due_at)
    select ${ctx.newOrderedId()}, t.account_id, t.request_id, 'seen', t.network, t.block_number,
      t.block_hash, t.block_time, t.transaction_hash, t.log_index, t.payer_address, t.claimed_units,
      t.credited_units, t.fee_units, t.fee_address, t.token_units, t.token_fee_units,
      t.bridge_origin_chain_id, t.bridge_deposit_id, t.bridge_sender, t.payer_eoa_address, t.sender_address, ${completes},
      ${ctx.now()}::timestamptz,
      t.amount_step, 'disputed', ${arrayText(against)}::text[], 1, ${dueAt}::timestamptz
    from chain_transfer t
    where t.id = ${transferId} and t.status = 'undone'
    on conflict (network, block_hash, log_index) where status <> 'undone' do nothing`.execute(
    ctx.db,
  );
}

/** The steps of the state table by which transfers advance, by the status that they lead to. */
const STEPS = {
  confirmed: { from: 'seen', event: 'deep_enough' },
  finalized: { from: 'confirmed', event: 'final' },
} as const;

/** Where the status of transfers goes. */
interface TransferMove {
  readonly to: keyof typeof STEPS;
  readonly milestone: Milestone;
  /** Conditions on a transfer `t` besides its status. */
  readonly onlyIf: RawBuilder<boolean>;
}

/**
 * Confirms or finalizes those of these transfers that are one step before it and returns their ids, so of two
 * racing settlers exactly one wins each. Those that another transaction has locked are skipped, not waited for.
 */
export async function advanceTransfers(
  ctx: Context,
  ids: readonly string[],
  { to, milestone, onlyIf }: TransferMove,
): Promise<ReadonlySet<string>> {
  const { from, event } = STEPS[to];
  invariant(next(chainTransferMachine, from, event) === to, 'the state table has this step');
  const { blockNumber, at } = milestone;
  const reached =
    to === 'confirmed'
      ? sql`confirmed_block = ${blockNumber}, confirmed_at = ${at}`
      : sql`finalized_block = ${blockNumber}, finalized_at = ${at}`;
  const { rows } = await sql<{ id: string }>`
    with held as (
      select t.id from chain_transfer t
      where t.id = ${anyOf(ids)} and t.status = ${from} and ${onlyIf}
      for update of t skip locked
    )
    update chain_transfer set status = ${to}, ${reached}
    where id = any (array(select id from held))
    returning id`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** A transfer whose block is no longer part of its chain. */
export interface UndoneTransfer {
  readonly id: string;
  /** The row of the request that it paid, or would have. */
  readonly requestId: string;
  /** How far it had got. */
  readonly milestones: PaymentMilestones;
}

interface UndoneRow extends MilestoneColumns {
  id: string;
  request_id: string;
}

/** What is returned of an undone transfer. */
const UNDONE = sql`id, request_id, block_number, seen_at, confirmed_block, confirmed_at, finalized_block,
  finalized_at`;

/** Which transfers of a network are undone: all above a block, or the one of a log. */
type UndoneRange = { readonly above: bigint } | EventPosition;

/**
 * Marks active transfers of a network as undone and returns them, and lets what still waits of their requests
 * be judged anew.
 */
export async function undoTransfers(
  ctx: Context,
  network: string,
  range: UndoneRange,
): Promise<readonly UndoneTransfer[]> {
  const isInRange =
    'above' in range
      ? sql`block_number > ${range.above}`
      : sql`block_hash = ${bytesOf(range.block.hash)} and log_index = ${range.logIndex}`;
  const { rows } = await sql<UndoneRow>`
    update chain_transfer set status = 'undone'
    where network = ${network} and ${isInRange} and status <> 'undone'
    returning ${UNDONE}`.execute(ctx.db);
  await unparkTransfers(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.toSorted(byId).map((row) => ({
    id: row.id,
    requestId: row.request_id,
    milestones: milestonesOf(row),
  }));
}
