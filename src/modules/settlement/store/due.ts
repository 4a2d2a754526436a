import { type RawBuilder, sql } from 'kysely';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { advanceTransfers, milestonesOf, type PaymentMilestones } from '#modules/ledger/index.ts';
import { readScreeningPlan, type ScreeningPlan } from '#modules/screening/index.ts';
import { AMOUNT_STEPS_MAX } from '#platform/config/value-forms.ts';
import type { DueCondition } from '#platform/sweep.ts';
import { payerDecisionOf } from '../model/payer-check.ts';
import {
  type CandidateParts,
  type CandidateQuery,
  fairCandidates,
  oldestCandidates,
} from './candidates.ts';

/** Of a network, and of amounts of a currency there, the newest block that is deep enough. */
export interface Threshold {
  readonly network: string;
  /** Null is every currency that no other threshold of the network names. */
  readonly currencyId: string | null;
  /** Its place among the steps of the network's rules by amount, from the smallest on. */
  readonly step: number;
  /** The sum of all transfers of a request so far, in units of what moved, from which on it applies. */
  readonly fromUnits: bigint;
  /** Null has no upper end. */
  readonly belowUnits: bigint | null;
  readonly upTo: bigint;
  /** The newest scanned block. */
  readonly checkedBlock: bigint;
  /** Above how many such units nodes must agree; null is never, and -1 is always. */
  readonly agreeAboveUnits: bigint | null;
}

/** A transfer that waits for its next step. */
export interface DueTransfer {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly network: string;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly transactionHash: Hex;
  readonly logIndex: number;
  readonly payerAddress: string;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  /** Whether a bridge made it, for a deposit on another network. */
  readonly isBridged: boolean;
  /** Who sent it to the bridge; null for others, and while its deposit was not found. */
  readonly bridgeSender: string | null;
  /** The key whose tokens the payer, an account, paid with; null where the chain does not show one. */
  readonly payerEoaAddress: string | null;
  /** Who sent the transaction; null where that is not known. */
  readonly senderAddress: string | null;
  /** Whether only some wallets may pay its request. */
  readonly restrictsPayers: boolean;
  /** Who judges the wallets that pay its request; null where nobody does. */
  readonly plan: ScreeningPlan | null;
  /** What was decided about who sent it after it was seen; undefined where nothing was. */
  readonly payerDecision: 'approved' | 'released' | undefined;
  /** When it was seen, confirmed and final, as far as it got. */
  readonly milestones: PaymentMilestones;
  /** The newest scanned block. */
  readonly checkedBlock: bigint;
  /** Whether nodes must agree before it counts. */
  readonly needsAgreement: boolean;
  readonly agreement: 'insufficient' | 'disputed' | undefined;
  readonly agreementChecks: number;
}

/** Transfers by network and scanned block: those that are written together name one block. */
export function byCheckedBlock(
  transfers: readonly DueTransfer[],
): readonly (readonly DueTransfer[])[] {
  const byBlock = Map.groupBy(
    transfers,
    ({ network, checkedBlock }) => `${network} ${checkedBlock}`,
  );
  return [...byBlock.values()];
}

/** A transfer that may be due, and what it still waits for when it is not. */
export interface Candidate extends DueTransfer {
  /** Undefined when it is due; else whether it waits for deeper blocks, or for node agreement. */
  readonly waitsFor: 'depth' | 'nodes' | undefined;
  /** The step of the amount rules that applies to it now. */
  readonly step: number;
}

type MilestoneColumns = Parameters<typeof milestonesOf>[0];

interface DueRow extends MilestoneColumns {
  id: string;
  account_id: string;
  request_id: string;
  network: string;
  block_hash: Buffer;
  block_time: Date;
  transaction_hash: Buffer;
  log_index: number;
  payer_address: string;
  credited_units: bigint;
  fee_units: bigint;
  fee_address: string;
  token_units: bigint;
  token_fee_units: bigint;
  is_bridged: boolean;
  bridge_sender: string | null;
  payer_eoa_address: string | null;
  sender_address: string | null;
  restricts_payers: boolean;
  plan: string | null;
  payer_check: string | null;
  checked_block: bigint;
  step: number;
  deep_enough: boolean;
  needs_agreement: boolean;
  agreement: string | null;
  agreement_checks: number;
}

/** Whether a transfer waits to be confirmed, however deep it is. */
export const isTransferSeen = (): DueCondition => sql`(
  select true from active_transfer where status = 'seen' and agreement_due_at is null
  order by network, amount_step, block_number limit 1
) or (
  select true from active_transfer where status = 'seen' and agreement_due_at is not null
  order by network, agreement_due_at limit 1)`;

/**
 * Seen transfers that may count now, in the order in which they are settled, each with what it still waits for, and
 * whether more of them may count than a poll takes on: of each account it takes its share, which others may leave unused.
 * Waiting transfers are found only at their place: the step that they are parked at, once that is deep enough, or the
 * time of their next check with nodes. So a poll costs what may be due, however much waits.
 *
 * The amount is the sum of all active transfers of the request: a large one does not become
 * small by instalments.
 */
export async function findDueTransfers(
  ctx: Context,
  thresholds: readonly Threshold[],
  query: CandidateQuery,
): Promise<{ readonly candidates: readonly Candidate[]; readonly isMoreDue: boolean }> {
  const oldest = await judged(thresholds, oldestCandidates(ctx, query)).execute(ctx.db);
  // The order matters only where not all of it fits.
  const isMoreDue = oldest.rows.length >= query.limit;
  const { rows } = isMoreDue
    ? await judged(thresholds, fairCandidates(ctx, query)).execute(ctx.db)
    : oldest;
  const candidates = rows.map((row): Candidate => {
    const due = dueFrom(row);
    const queries = due.needsAgreement && query.agreement === 'none';
    return {
      ...due,
      step: row.step,
      waitsFor: row.deep_enough ? (queries ? 'nodes' : undefined) : 'depth',
    };
  });
  return { candidates, isMoreDue };
}

/** Whether a transfer waits to become final, however deep it is. */
export const isTransferConfirmed = (): DueCondition => sql`(
  select true from active_transfer where status = 'confirmed' order by network, block_number limit 1)`;

/** Up to `limit` confirmed transfers that are final by the threshold of their network, oldest first. */
export async function findFinalTransfers(
  ctx: Context,
  thresholds: readonly Threshold[],
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<readonly DueTransfer[]> {
  // The oldest of each network in turn: a flood of one delays no other.
  const parts = sql`final as (
    select * from (
      select t.*, scan.by_amount, 0 as lane, row_number() over (
        partition by t.network order by t.block_number, t.log_index) as rank
      from scan cross join lateral (
        select * from active_transfer transfer
        where status = 'confirmed' and network = scan.network and block_number <= scan.up_to
          and id <> all (${except}::text[])
          -- A transfer credited by one node alone is not final before another confirms it.
          and not exists (
            select from single_node_credit credit
            where credit.chain_transfer_id = transfer.id and credit.rechecked_at is null)
        order by block_number limit ${limit}
      ) t
      where scan.step = 0
    ) fair order by rank, network limit ${limit}
  )`;
  const candidates = sql`select * from final`;
  const { rows } = await judged(thresholds, { parts, candidates }).execute(ctx.db);
  return rows.map(dueFrom);
}

/** Holds candidates, which are found by \`scan\`, against the threshold for their currency and amount. */
function judged(
  thresholds: readonly Threshold[],
  { parts, candidates }: CandidateParts,
): RawBuilder<DueRow> {
  return sql<DueRow>`
    with recursive due as (
      select * from json_to_recordset(${thresholdsJson(thresholds)}::json) as due (
        network text, currency_id text, step smallint, from_units numeric, below_units numeric,
        up_to numeric, checked_block numeric, agree_above_units numeric)
    ), scan as (
      select * from json_to_recordset(${blocksJson(thresholds)}::json) as scan (
        network text, step smallint, up_to numeric, by_amount boolean)
    ), ${parts}, candidate as materialized (${candidates}), added as (
      -- Only where a rule needs it, which by default none does; and once for each request,
      -- because payers may pay in any number of instalments.
      select asked.request_id, total.units
      from (select distinct account_id, request_id from candidate where by_amount) asked
      cross join lateral (
        select sum(other.token_units) as units
        from active_transfer other
        where other.account_id = asked.account_id and other.request_id = asked.request_id
      ) total
    )
    select t.id, t.account_id, t.request_id, t.network, t.block_number, t.block_hash, t.block_time,
      t.transaction_hash, t.log_index, t.payer_address, t.credited_units, t.fee_units, t.fee_address,
      t.token_units,
      t.token_fee_units, t.bridge_origin_chain_id is not null as is_bridged, t.bridge_sender, t.payer_eoa_address,
      t.sender_address, payer_check.status as payer_check,
      exists (select from payer_restriction r where r.request_id = t.request_id) as restricts_payers,
      (select plan from payer_plan p where p.request_id = t.request_id) as plan,
      t.seen_at, t.confirmed_block, t.confirmed_at, t.finalized_block, t.finalized_at,
      due.checked_block, due.step, t.block_number <= due.up_to as deep_enough,
      brought.units > coalesce(due.agree_above_units, brought.units) as needs_agreement,
      t.agreement, t.agreement_checks
    from candidate t
    cross join lateral (
      -- The limit keeps it a look-up: the planner cannot know how few candidates there are.
      select currency_id from request_summary request where request.id = t.request_id limit 1
    ) request
    left join added on added.request_id = t.request_id
    left join payer_check on payer_check.chain_transfer_id = t.id
    cross join lateral (select case when t.by_amount then added.units else 0 end as units) brought
    join due on due.network = t.network and brought.units >= due.from_units
      and (due.below_units is null or brought.units < due.below_units)
      and case
        when due.currency_id is not null then due.currency_id = request.currency_id
        else not exists (
          select from due named
          where named.network = due.network and named.currency_id = request.currency_id
        )
      end
    order by t.lane, t.rank, t.block_number, t.log_index, t.network`;
}

function dueFrom(row: DueRow): DueTransfer {
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    network: row.network,
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    logIndex: row.log_index,
    payerAddress: row.payer_address,
    creditedUnits: row.credited_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
    tokenUnits: row.token_units,
    tokenFeeUnits: row.token_fee_units,
    isBridged: row.is_bridged,
    bridgeSender: row.bridge_sender,
    payerEoaAddress: row.payer_eoa_address,
    senderAddress: row.sender_address,
    restrictsPayers: row.restricts_payers,
    plan: readScreeningPlan(row.plan),
    payerDecision: payerDecisionOf(row.payer_check),
    milestones: milestonesOf(row),
    checkedBlock: row.checked_block,
    needsAgreement: row.needs_agreement,
    agreement:
      row.agreement === 'insufficient' || row.agreement === 'disputed' ? row.agreement : undefined,
    agreementChecks: row.agreement_checks,
  };
}

/**
 * Confirms or finalizes transfers and returns the ids of those that were moved; see `advanceTransfers`. None is moved
 * once its network is halted, or was rolled back below the block that the decision used: nodes may have been
 * queried since, and it may not be deep enough any more.
 */
export async function moveTransfers(
  ctx: Context,
  ids: readonly string[],
  move: {
    readonly to: 'confirmed' | 'finalized';
    readonly milestone: PaymentMilestones['seen'];
  },
): Promise<ReadonlySet<string>> {
  const onlyIf = sql<boolean>`exists (
    select from chain_cursor cursor
    where cursor.network = t.network and cursor.halted_at is null
      and cursor.block_number >= ${move.milestone.blockNumber}
  )`;
  return await advanceTransfers(ctx, ids, { ...move, onlyIf });
}

/**
 * Where transfers may wait, and up to which block they can be due there. A step that the settings no
 * longer have counts as the last one, so that what was parked there is found.
 */
function blocksJson(thresholds: readonly Threshold[]): string {
  const networks = Map.groupBy(thresholds, ({ network }) => network);
  return JSON.stringify(
    [...networks].flatMap(([network, ofNetwork]) => {
      const last = ofNetwork.reduce((a, b) => (b.step > a.step ? b : a));
      const isByAmount = last.step > 0 || ofNetwork.some((one) => one.agreeAboveUnits !== null);
      return Array.from({ length: AMOUNT_STEPS_MAX + 1 }, (_, step) => {
        const { upTo } = ofNetwork.find((one) => one.step === step) ?? last;
        return { network, step, up_to: upTo.toString(), by_amount: isByAmount };
      });
    }),
  );
}

function thresholdsJson(thresholds: readonly Threshold[]): string {
  return JSON.stringify(
    thresholds.map((threshold) => ({
      network: threshold.network,
      currency_id: threshold.currencyId,
      step: threshold.step,
      from_units: threshold.fromUnits.toString(),
      below_units: threshold.belowUnits?.toString(),
      up_to: threshold.upTo.toString(),
      checked_block: threshold.checkedBlock.toString(),
      agree_above_units: threshold.agreeAboveUnits?.toString(),
    })),
  );
}
