import type { Context } from '#context.ts';
import { splitIntoChunks } from '#kit/chunks.ts';
import { parkTransfers } from '#modules/ledger/index.ts';
import { findAgreement } from './find-agreement.ts';
import { findThresholds } from './find-thresholds.ts';
import { holdPayments } from './hold-payments.ts';
import { settleRequests } from './settle-requests.ts';
import { settleSingle } from './settle-single.ts';
import type { CandidateQuery } from './store/candidates.ts';
import { byCheckedBlock, type DueTransfer, findDueTransfers, type Threshold } from './store/due.ts';

/** How many transfers a call may check with the nodes: as many as the sweep settles at most without checks, so that a backlog is not left to wait. */
const NODE_QUERIES_MAX = 200;
/** How many of them at once; simultaneous calls to a node share a request, and the slowest answer counts. */
const ASKED_AT_ONCE = 10;
/**
 * How many transfers of a request may fail alone after they failed together, so that one that always fails
 * does not stop the others, and an unreachable database is not queried for each of them.
 */
const ALONE_FAILURES_MAX = 3;

/** What a call takes on beside what can be settled at once. */
interface SettleOptions {
  /** Also what nodes must agree on first, a few at a time; a watcher does not wait for that. */
  readonly shouldQueryNodes: boolean;
  /** How many polls that settled something may follow each other. */
  readonly pollsMax?: number;
  /** Once it aborts, no further poll begins, and no further transfers are checked with nodes. */
  readonly signal?: AbortSignal;
}

/**
 * Settles about `limit` transfers that are deep enough and complete their requests, oldest first, accounts in turn,
 * and some of those that do not; returns how many it settled. What one poll finds is settled in one transaction for
 * each network; as a poll takes on its share of each account, another follows where more was due, until `limit` are
 * settled or none can be. Any number of callers may do this at once.
 *
 * What fails is logged, stays as it was and is tried again in the next run; it does not stop
 * the others, which belong to other accounts: what failed together is settled in halves, down to the request.
 * So a round that settled none continues after their requests, after those whose nodes do not agree
 * yet, and after those that must be deeper for their amount.
 */
export async function settleTransfers(
  ctx: Context,
  limit: number,
  options: SettleOptions = { shouldQueryNodes: false },
): Promise<number> {
  const { shouldQueryNodes, pollsMax = limit, signal } = options;
  const thresholds = await findThresholds(ctx, 'confirmed');
  const round: SettlingRound = { settled: 0, queries: 0, left: new Set() };
  let polls = 0;
  let goesOn: boolean;
  do {
    const { settled: settledBefore } = round;
    const leftBefore = round.left.size;
    const agreement = shouldQueryNodes && round.queries < NODE_QUERIES_MAX ? 'asked' : 'none';
    const query = { limit, exceptRequests: [...round.left], agreement } as const;
    const { due, parked, held, isMoreDue } = await findAndPark(ctx, thresholds, query);
    for (const requestId of held) round.left.add(requestId);
    await takeOn(ctx, await holdPayments(ctx, due), { round, signal });
    const hasSettled = round.settled > settledBefore;
    if (hasSettled) polls += 1;
    goesOn = hasSettled ? isMoreDue : parked > 0 || round.left.size > leftBefore;
  } while (goesOn && round.settled < limit && polls < pollsMax && signal?.aborted !== true);
  return round.settled;
}

/** How far a call got. */
interface SettlingRound {
  settled: number;
  /** How many transfers were checked with the nodes. */
  queries: number;
  /** The requests that this call does not come back to. */
  readonly left: Set<string>;
}

/** Settles what needs no agreement first; then checks some in parallel, and settles those that count. */
async function takeOn(
  ctx: Context,
  due: readonly DueTransfer[],
  { round, signal }: { readonly round: SettlingRound; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const unsettled = due.filter(({ needsAgreement }) => needsAgreement);
  await settleTogether(
    ctx,
    due.filter(({ needsAgreement }) => !needsAgreement),
    round,
  );
  for (const some of splitIntoChunks(unsettled, ASKED_AT_ONCE)) {
    if (signal?.aborted === true) return;
    const answers = some.map((transfer) => {
      round.queries += 1;
      return (
        round.queries <= NODE_QUERIES_MAX &&
        settleOrLog(ctx, [transfer], () => findAgreement(ctx, transfer))
      );
    });
    const outcomes = await Promise.all(answers);
    for (const [at, { requestId }] of some.entries()) {
      if (outcomes[at] !== 'agreed') round.left.add(requestId);
    }
    await settleTogether(
      ctx,
      some.filter((_, at) => outcomes[at] === 'agreed'),
      round,
    );
    // One by one: each that exceeds the total is rolled back alone.
    for (const transfer of some.filter((_, at) => outcomes[at] === 'single')) {
      round.settled += Number(
        await settleOrLog(ctx, [transfer], () => settleSingle(ctx, transfer)),
      );
    }
  }
}

/** Settles transfers together, those of each request in the order of the chain. */
async function settleTogether(
  ctx: Context,
  transfers: readonly DueTransfer[],
  round: SettlingRound,
): Promise<void> {
  for (const found of byCheckedBlock(transfers)) {
    const together = found.toSorted(byPosition);
    const requests = [...Map.groupBy(together, ({ requestId }) => requestId).values()];
    const settled = await settleInHalves(ctx, requests);
    round.settled += settled.length;
    const done = new Set(settled);
    for (const one of together) if (!done.has(one)) round.left.add(one.requestId);
  }
}

/**
 * Settles requests together, and those that fail together in halves: one that always fails costs the others a
 * few transactions more at each poll, and not one for each of them.
 */
async function settleInHalves(
  ctx: Context,
  requests: readonly (readonly DueTransfer[])[],
): Promise<readonly DueTransfer[]> {
  const together = requests.flat();
  const tried = await settleOrLog(ctx, together, () => settleRequests(ctx, together));
  if (tried !== false) return tried;
  if (requests.length === 1) return await settleAlone(ctx, together);
  const half = Math.ceil(requests.length / 2);
  const first = await settleInHalves(ctx, requests.slice(0, half));
  return [...first, ...(await settleInHalves(ctx, requests.slice(half)))];
}

function byPosition(left: DueTransfer, right: DueTransfer): number {
  const blocks = Number(left.block.number - right.block.number);
  return blocks === 0 ? left.logIndex - right.logIndex : blocks;
}

/** Settles transfers of one request by themselves, until too many of them failed. */
async function settleAlone(
  ctx: Context,
  transfers: readonly DueTransfer[],
): Promise<readonly DueTransfer[]> {
  const settled: DueTransfer[] = [];
  let failures = 0;
  // One that is alone has just failed.
  for (const transfer of transfers.length > 1 ? transfers : []) {
    if (failures === ALONE_FAILURES_MAX) break;
    const tried = await settleOrLog(ctx, [transfer], () => settleRequests(ctx, [transfer]));
    if (tried === false) failures += 1;
    else settled.push(...tried);
  }
  return settled;
}

/** What is due; the rest is scheduled for later, unless another transaction has locked it. */
async function findAndPark(ctx: Context, thresholds: readonly Threshold[], query: CandidateQuery) {
  const { candidates, isMoreDue } = await findDueTransfers(ctx, thresholds, query);
  const waiting = candidates.filter(({ waitsFor }) => waitsFor !== undefined);
  const parked = await parkTransfers(ctx, waiting);
  return {
    due: candidates.filter(({ waitsFor }) => waitsFor === undefined),
    isMoreDue,
    parked: parked.size,
    held: waiting.flatMap(({ id, requestId }) => (parked.has(id) ? [] : [requestId])),
  };
}

/** The result; false where it failed. */
async function settleOrLog<Outcome>(
  ctx: Context,
  transfers: readonly DueTransfer[],
  something: () => Promise<Outcome>,
): Promise<Outcome | false> {
  try {
    return await something();
  } catch (error) {
    const logFields = { err: error, transferId: transfers[0]?.id, transfers: transfers.length };
    if (transfers.length > 1) ctx.log.warn(logFields, 'transfers could not be settled together');
    else ctx.log.error(logFields, 'a transfer could not be settled');
    return false;
  }
}
