import type { NetworkId } from '#catalog/networks.ts';
import type { BridgeReads, Chain, Fill, FillState, Refund } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { followSafes } from './follow-safes.ts';
import { judgeFill, judgeLedger, judgeRefund, needsFill } from './model/judge-destination.ts';
import { judgeSource } from './model/judge-source.ts';
import {
  bringsPayment,
  type DueIntent,
  hashOf,
  mayBeDelivered,
  type Progress,
  paysRequest,
  progressOf,
  returnsTo,
} from './model/progress.ts';
import { recordCheck } from './record-check.ts';
import { findLedgerPayments, findTakenOfRefund, takeDueIntents } from './store/due-intents.ts';

/** Far above what the reads of one check take; whoever is killed loses its intents to another process then. */
const LEASE_MS = 60_000;

/** A fill is searched from so many blocks before the deposit's time: clocks differ, and some chains make blocks faster. */
const MARGIN_BLOCKS = 5_000n;

/** So many refunds of one payer are compared in a check: nobody has more equal ones returned at a time. */
const REFUNDS_TRIED_MAX = 50;

/** The statuses in which the source can still change what is known. */
const READS_SOURCE: readonly string[] = ['recorded', 'source_seen', 'source_confirmed'];
/** Those in which the destination can. */
const READS_FILL: readonly string[] = ['source_seen', 'source_confirmed', 'filled', 'unfilled'];

/** An intent of which both networks are connected, and how far a check has come with it. */
interface Checked {
  readonly progress: Progress;
  readonly source: BridgedChain;
  readonly destination: BridgedChain;
  readonly fillState?: FillState;
}

/** A network with a bridge. */
interface BridgedChain {
  readonly chain: Chain;
  readonly bridge: BridgeReads;
}

/**
 * Reads what became of intents that are due: their sources in one round for each network, then their fills, and what the
 * ledger says. A network that does not answer leaves its intents for later. Returns how many were due.
 */
export async function followPaymentIntents(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueIntents(ctx, { leasedUntil, limit });
  await recordAll(ctx, await followAll(ctx, due));
  return due.length;
}

/** What owners of a Safe sign is followed to its execution; from another network the executing transaction is followed from there like any. */
async function followAll(ctx: Context, due: readonly DueIntent[]): Promise<readonly Progress[]> {
  const [sent, ofSafes] = split(due.map(progressOf), hasTransaction);
  const proposed = followSafes(
    ctx,
    ofSafes.map(({ intent }) => intent),
  );
  const [followed, signed] = await Promise.all([followSent(ctx, sent), proposed]);
  const [executed, waiting] = split(signed, hasTransaction);
  return [...followed, ...(await followSent(ctx, executed)), ...waiting];
}

/** Those in which owners of a Safe sign, or signed what is in no block any more. */
const IS_SIGNED: readonly string[] = ['recorded', 'proposed', 'proposal_expired'];

/** Whether it is followed by a transaction of its own; of a Safe on the link's own network its execution says everything. */
function hasTransaction({ intent, status, proposal }: Progress): boolean {
  if (intent.transactionHash !== null) return true;
  const isElsewhere = intent.network !== intent.request.network;
  return isElsewhere && !IS_SIGNED.includes(status) && proposal?.execution?.outcome === 'success';
}

/** Whoever reports more waits for the background job with the rest. */
const FOLLOWED_AT_ONCE_MAX = 50;

/** Checks proposals of Safes that are due now, so that whoever reports them need not wait for the background job. */
export async function followProposals(ctx: Context, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return;
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueIntents(ctx, { leasedUntil, limit: FOLLOWED_AT_ONCE_MAX, intentIds });
  await recordAll(ctx, await followAll(ctx, due));
}

/** Transactions by their own hash. */
async function followSent(ctx: Context, due: readonly Progress[]): Promise<readonly Progress[]> {
  const opened = due.map((progress) => openCheck(ctx, progress));
  const followed = opened.filter((one) => one !== undefined);
  const sourced = await byNetwork(ctx, followed, { networkOf: ofSource, work: readSources });
  const filled = await byNetwork(ctx, sourced, { networkOf: ofDestination, work: readFills });
  const settled = await readLedger(ctx, filled);
  const refunded = await byNetwork(ctx, settled, { networkOf: ofSource, work: readRefunds });
  const unread = due.filter((_, i) => opened[i] === undefined);
  return [...refunded.map(({ progress }) => progress), ...unread];
}

/** One that cannot be written keeps no other from being written. */
async function recordAll(ctx: Context, all: readonly Progress[]): Promise<void> {
  const errors: unknown[] = [];
  for (const progress of all) {
    await recordCheck(ctx, progress).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

function openCheck(ctx: Context, progress: Progress): Checked | undefined {
  const { intent } = progress;
  const source = bridgedChain(ctx, intent.network);
  const destination = bridgedChain(ctx, intent.request.network);
  if (source === undefined || destination === undefined) return undefined;
  return { progress, source, destination };
}

function bridgedChain(ctx: Context, network: NetworkId): BridgedChain | undefined {
  const chain = ctx.chains.get(network);
  const bridge = chain?.bridge;
  if (chain === undefined || bridge === undefined) return undefined;
  return { chain, bridge };
}

/** What is read of one of the two networks of intents. */
interface Round {
  readonly networkOf: (one: Checked) => BridgedChain;
  readonly work: (
    ctx: Context,
    at: BridgedChain,
    of: readonly Checked[],
  ) => Promise<readonly Checked[]>;
}

const ofSource = ({ source }: Checked) => source;
const ofDestination = ({ destination }: Checked) => destination;

/** Works on the intents of each network apart; those of one that does not answer stay as they are. */
async function byNetwork(
  ctx: Context,
  checked: readonly Checked[],
  { networkOf, work }: Round,
): Promise<readonly Checked[]> {
  const groups = [...Map.groupBy(checked, (one) => networkOf(one).chain).values()];
  const worked = await Promise.all(
    groups.map(async (group) => {
      const [first] = group;
      invariant(first !== undefined, 'a group is of something');
      try {
        return await work(ctx, networkOf(first), group);
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
        const network = networkOf(first).chain.network.id;
        ctx.log.warn({ err: error, network }, 'payment intents were not read');
        return group;
      }
    }),
  );
  return worked.flat();
}

async function readSources(
  ctx: Context,
  { bridge }: BridgedChain,
  all: readonly Checked[],
): Promise<readonly Checked[]> {
  const [read, left] = split(all, ({ progress }) => READS_SOURCE.includes(progress.status));
  if (read.length === 0) return all;
  // Who executes what owners signed may be replaced by anybody else who does.
  const queries = read.map(({ progress }) => ({
    hash: hashOf(progress),
    ...(progress.source &&
      progress.intent.transactionHash !== null && {
        sent: { sender: progress.source.sender, nonce: progress.source.nonce },
      }),
  }));
  const seen = await bridge.readSources(queries);
  return [...read.map((one, i) => withSource(ctx, one, seen[i])), ...left];
}

function withSource(
  ctx: Context,
  one: Checked,
  seen: Awaited<ReturnType<BridgeReads['readSources']>>[number] | undefined,
): Checked {
  const { progress, source, destination } = one;
  const { request } = progress.intent;
  if (seen === undefined || seen.hash !== hashOf(progress)) return one;
  const isOwnNetwork = source.chain === destination.chain;
  const { chainId } = destination.chain.network;
  const pays = (call: { readonly to: string; readonly data: Hex } | undefined) =>
    call !== undefined && paysRequest(destination.bridge.readPaymentCall(call), request);
  const judged = judgeSource(progress, seen, {
    now: ctx.now(),
    isOwnNetwork,
    readCall: (transaction, sender) => {
      if (isOwnNetwork) return { pays: pays(transaction) };
      const route = source.bridge.decodeRoute(transaction);
      if ('refused' in route) return { pays: false };
      const { sourceToken: tokenAddress, sourceUnits: units } = route;
      return {
        pays:
          route.destinationChainId === chainId &&
          returnsTo(sender, route) &&
          bringsPayment({ ...route, outputUnits: route.leastOutputUnits }, request) &&
          pays(route.call),
        paid: { tokenAddress, units },
      };
    },
    deposits: (deposit) =>
      deposit.destinationChainId === chainId &&
      bringsPayment(deposit, request) &&
      mayBeDelivered(deposit, request) &&
      pays(deposit.call),
  });
  return { ...one, progress: judged };
}

async function readFills(
  _ctx: Context,
  { chain, bridge }: BridgedChain,
  all: readonly Checked[],
): Promise<readonly Checked[]> {
  const [read, left] = split(
    all,
    ({ progress }) => progress.deposit !== null && READS_FILL.includes(progress.status),
  );
  if (read.length === 0) return all;
  const deposits = read.flatMap(({ progress: { deposit } }) => deposit ?? []);
  const states = await bridge.readFills(deposits);
  const head = read.some((one, i) => states[i] && needsFill(one.progress, states[i]))
    ? await chain.readHead()
    : undefined;
  const done = read.map(async (one, i): Promise<Checked> => {
    const fillState = states[i];
    if (fillState === undefined) return one;
    return { ...one, progress: await withFill(one, fillState, head), fillState };
  });
  return [...(await Promise.all(done)), ...left];
}

async function withFill(
  { progress, destination }: Checked,
  state: FillState,
  head: bigint | undefined,
): Promise<Progress> {
  const { deposit, source } = progress;
  let fill: Fill | undefined;
  if (head !== undefined && deposit !== null && needsFill(progress, state)) {
    const { chain, bridge } = destination;
    const since = source?.block?.time ?? progress.intent.createdAt;
    const ageMs = Math.max(0, state.headTime.getTime() - since.getTime());
    const blocks = BigInt(Math.ceil((2 * ageMs) / chain.network.blockTimeMs)) + MARGIN_BLOCKS;
    fill = await bridge.findFill(deposit, head > blocks ? head - blocks : 0n);
  }
  return judgeFill(progress, state, fill);
}

/** Joins the payments that count: of the fill, or on the link's own network of the transaction itself. */
async function readLedger(ctx: Context, all: readonly Checked[]): Promise<readonly Checked[]> {
  const queries = all.flatMap(({ progress, source, destination }) => {
    const { id: intentId, requestRowId, request } = progress.intent;
    const paidBy = { intentId, requestRowId, network: request.network };
    if (source.chain === destination.chain)
      return [{ ...paidBy, transactionHash: hashOf(progress) }];
    const delivered = deliveryOf(progress, destination.bridge);
    return delivered === undefined ? [] : [{ ...paidBy, ...delivered }];
  });
  const payments = await findLedgerPayments(ctx, queries);
  return all.map((one) => ({
    ...one,
    progress: judgeLedger(one.progress, payments.get(one.progress.intent.id)),
  }));
}

/**
 * What the fill of an intent delivered. Whoever fills can pay the request in the same transaction: what counts is the payment
 * that the deposit's own call made.
 */
function deliveryOf({ deposit, fill }: Progress, bridge: BridgeReads) {
  if (fill === null || fill.outcome !== 'call_ran') return undefined;
  const payment = deposit?.call && bridge.readPaymentCall(deposit.call);
  if (deposit === null || payment === undefined) return undefined;
  const { originChainId, depositId } = deposit;
  const delivery = { originChainId, depositId, units: payment.amountUnits };
  return { transactionHash: fill.transactionHash, delivery };
}

async function readRefunds(
  ctx: Context,
  { chain, bridge }: BridgedChain,
  all: readonly Checked[],
): Promise<readonly Checked[]> {
  const done = all.map(async (one) => {
    const { progress, fillState } = one;
    const isUnfilled = progress.status === 'unfilled' && fillState?.isFilled === false;
    const refund = isUnfilled ? await findOwnRefund(ctx, { chain, bridge }, progress) : undefined;
    return { ...one, progress: judgeRefund(progress, refund) };
  });
  return await Promise.all(done);
}

/**
 * The first refund of a deposit that others have not taken whole: one may be of several deposits, or of another. None is searched
 * for where nobody gave anything, or gave a token that is not listed: whoever made that can make it report any number of refunds.
 */
async function findOwnRefund(
  ctx: Context,
  { chain, bridge }: BridgedChain,
  { deposit, source }: Progress,
): Promise<Refund | undefined> {
  if (deposit === null || source === null || source.block === null) return undefined;
  let after: Refund | undefined;
  for (let tried = 0; tried < REFUNDS_TRIED_MAX; tried += 1) {
    const from = after?.block.number ?? source.block.number;
    const refund = await bridge.findRefund(deposit, from, after?.logIndex);
    if (refund === undefined) return undefined;
    const { transactionHash, logIndex } = refund;
    const key = { network: chain.network.id, transactionHash, logIndex };
    const taken = await findTakenOfRefund(ctx, key, deposit.inputUnits);
    if (taken + deposit.inputUnits <= refund.units) return refund;
    after = refund;
  }
  return undefined;
}

function split<Item>(
  items: readonly Item[],
  fits: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}
