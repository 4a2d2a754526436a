import { sql } from 'kysely';
import { networkByChainId } from '#catalog/networks.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { BridgeAct } from '../../chains/fake/bridge.ts';
import type { SimWorld } from '../world.ts';
import { actsOf, type Bridging } from './bridging.ts';
import { findFinal, findIntents, isOfRequest, type KnownIntent } from './invariants.ts';

/** What is wrong with payments from other networks once everything has come to rest. */
export async function findWrongEnds(world: SimWorld): Promise<string[]> {
  const { bridging } = world;
  if (bridging === undefined) return [];
  const acts = [...actsOf(world).values()].flat();
  const displaced = await findDisplaced(world);
  const truth = { world, bridging, acts, displaced, ...(await findPaid(world)) };
  const intents = await findIntents(world);
  return [
    ...intents.flatMap((intent) => endProblems(truth, intent)),
    ...openDeposits(acts),
    ...(await namingProblems(truth)),
    ...(await noteLateFills(world)),
  ];
}

/** What the chains hold at the end, and the payments that count. */
interface Truth {
  readonly world: SimWorld;
  readonly bridging: Bridging;
  readonly acts: readonly BridgeAct[];
  /** Intents that no node had, and that newer reports of their link displaced; they may be reported again. */
  readonly displaced: ReadonlySet<string>;
  /** Each as the row of its request and its transaction. */
  readonly paid: ReadonlySet<string>;
  /** Rows of requests of which something counted at some time. */
  readonly everPaid: ReadonlySet<string>;
}

function endProblems(truth: Truth, intent: KnownIntent): string[] {
  const { id, status, requestId } = intent;
  const isRoute = intent.network !== intent.requestNetwork;
  const isDisplaced = truth.displaced.has(id);
  const ends = isDisplaced ? ['not_found'] : (isRoute ? routeEnds : ownEnds)(truth, intent);
  truth.world.note(`intent ended ${status}`);
  const isUnpaid = !truth.everPaid.has(requestId);
  const isFailure = ['source_failed', 'refunded', 'unfilled', 'unpaid'].includes(status);
  return [
    ...(ends.includes(status) ? [] : [`intent ${id} ended as ${status}, not ${ends.join(' or ')}`]),
    ...(intent.isFollowed ? [`intent ${id} is ${status} and still followed`] : []),
    // Of a request that is paid a failure is no news, and on its own network a transaction names no payer.
    ...(isFailure && isUnpaid && isRoute && !intent.hasFailed
      ? [`intent ${id} failed and no event says so`]
      : []),
  ];
}

/** How a transaction on the link's own network may end. */
function ownEnds({ world, bridging, paid }: Truth, intent: KnownIntent): readonly string[] {
  const { network, hash, requestId } = intent;
  // Foreign is said after an hour in which our own watchers may not have read its block.
  if (paid.has(`${requestId} ${hash}`)) return ['settled', 'foreign'];
  const status = findFinal(world, network, hash)?.status;
  if (status === undefined) return unseenEnds(world, bridging, intent);
  return status === 'reverted' ? ['source_failed', 'foreign'] : ['foreign'];
}

/** How a transaction that the chain does not hold may end; it may have been seen before. */
function unseenEnds(world: SimWorld, bridging: Bridging, intent: KnownIntent): readonly string[] {
  const rival = bridging.rivals.get(intent.hash);
  const isReplaced = findFinal(world, intent.network, rival) !== undefined;
  const isReturning = bridging.sent.get(intent.hash)?.isReturning === true;
  const isFailure = isReplaced && isReturning && isOfRequest(bridging, intent);
  return ['not_found', 'foreign', ...(isFailure ? ['source_failed'] : [])];
}

/** How a transaction on the other network may end: as its deposit, if that was one of the request. */
function routeEnds({ world, bridging, acts }: Truth, intent: KnownIntent): readonly string[] {
  const { network, hash } = intent;
  const status = findFinal(world, network, hash)?.status;
  const isPaying = isOfRequest(bridging, intent);
  if (!isPaying && status !== undefined) return ['foreign'];
  if (!isPaying) return unseenEnds(world, bridging, intent);
  const own = acts.find((act) => act.kind === 'deposit' && act.hash === hash);
  const endOf = (relayHash: Hex) => {
    const fill = acts.find((act) => act.kind === 'fill' && act.deposit.relayHash === relayHash);
    if (fill === undefined) return [];
    return fill.callRan ? ['settled'] : ['unpaid'];
  };
  // A relayer may have filled a deposit whose block vanished afterwards.
  const early = [...bridging.seen]
    .filter(([relayHash, seen]) => seen.hash === hash && relayHash !== own?.deposit.relayHash)
    .flatMap(([relayHash]) => endOf(relayHash));
  if (status === 'reverted') return ['source_failed', ...early];
  if (own === undefined) {
    const unseen = unseenEnds(world, bridging, intent);
    const isReturning = bridging.sent.get(hash)?.isReturning === true;
    return [...unseen.filter((end) => end !== 'foreign' || !isReturning), ...early];
  }
  const [end = 'refunded'] = endOf(own.deposit.relayHash);
  // What nodes deny is looked for among refunds, and an equal deposit of its payer may have been refunded.
  const isDenied = bridging.everDenied.has(own.deposit.relayHash);
  return [end, ...early, ...(isDenied ? ['refunded'] : [])];
}

async function findPaid({ db }: SimWorld): Promise<Pick<Truth, 'paid' | 'everPaid'>> {
  const { rows } = await sql<{ request_id: string; hash: Buffer; stands: boolean }>`
    select request_id, transaction_hash as hash, payment_undo.payment_id is null as stands
    from payment left join payment_undo on payment_undo.payment_id = payment.id`.execute(db);
  const active = rows.filter(({ stands }) => stands);
  return {
    paid: new Set(active.map((row) => `${row.request_id} ${hexOf(row.hash)}`)),
    everPaid: new Set(rows.map((row) => row.request_id)),
  };
}

async function findDisplaced({ db }: SimWorld): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select intent.id from payment_intent intent
    cross join lateral (select observed_from from payment_intent_observation observation
      where observation.payment_intent_id = intent.id order by observation.id desc limit 1) last
    where intent.status = 'not_found' and last.observed_from = 'client'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Deposits that were neither filled nor refunded: the world itself would be wrong. */
function openDeposits(acts: readonly BridgeAct[]): string[] {
  const ended = new Set(
    acts.flatMap(({ kind, deposit }) => (kind === 'deposit' ? [] : [deposit.relayHash])),
  );
  return acts
    .filter(({ kind, deposit }) => kind === 'deposit' && !ended.has(deposit.relayHash))
    .map(({ hash }) => `the deposit of ${hash} went no way`);
}

/** A payment that counts, as it names the bridge that made it. */
interface NamedPayment {
  readonly id: string;
  readonly hash: Buffer;
  readonly payer: string;
  readonly sender: string | null;
  readonly origin: bigint | null;
  readonly deposit: bigint | null;
  readonly source: Buffer | null;
  readonly network: string | null;
  readonly units: bigint | null;
}

/** Payments of a bridge that name another depositor, sender, deposit or source than the chains do. */
async function namingProblems(truth: Truth): Promise<string[]> {
  const fills = new Map(
    truth.acts.flatMap((act): [Hex, BridgeAct][] => (act.kind === 'fill' ? [[act.hash, act]] : [])),
  );
  const { rows } = await sql<NamedPayment>`
    select payment.id, payment.transaction_hash as hash, payment.payer_address as payer,
      transfer.bridge_sender as sender, transfer.bridge_origin_chain_id as origin,
      transfer.bridge_deposit_id as deposit, source.source_transaction_hash as source,
      source.source_network as network, source.source_units as units
    from active_payment payment
    join chain_transfer transfer on transfer.id = payment.chain_transfer_id
    left join payment_source source on source.request_id = payment.request_id
      and source.network = payment.network and source.transaction_hash = payment.transaction_hash
    order by payment.id`.execute(truth.world.db);
  return rows.flatMap((row) => {
    const fill = fills.get(hexOf(row.hash));
    if (fill !== undefined) return nameProblems(truth, row, fill);
    return row.origin === null ? [] : [`payment ${row.id} names a deposit and no bridge made it`];
  });
}

function nameProblems(
  { world, bridging, acts }: Truth,
  row: NamedPayment,
  { deposit }: BridgeAct,
): string[] {
  world.note('payment over the bridge');
  const isNamed =
    row.origin === BigInt(deposit.originChainId) &&
    row.deposit === deposit.depositId &&
    row.payer === deposit.depositor;
  const made = bridging.seen.get(deposit.relayHash)?.hash;
  const source = row.source === null ? undefined : hexOf(row.source);
  const isFromThere =
    made === source &&
    row.network === networkByChainId(deposit.originChainId)?.id &&
    row.units === deposit.inputUnits;
  const payer = made && bridging.sent.get(made)?.payer;
  const isThere = acts.some(
    (act) => act.kind === 'deposit' && act.deposit.relayHash === deposit.relayHash,
  );
  // The deposit of an early fill may have vanished before anybody looked it up.
  const isSent = row.sender === payer || (row.sender === null && !isThere);
  return [
    ...(isNamed ? [] : [`payment ${row.id} of ${row.payer} names another deposit`]),
    ...(source === undefined || isFromThere
      ? []
      : [`payment ${row.id} names ${source} as its source`]),
    ...(isSent ? [] : [`payment ${row.id} was sent by ${payer}, not by ${row.sender}`]),
  ];
}

/** Counts what was delivered though it had failed. */
async function noteLateFills(world: SimWorld): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select intent.id from payment_intent intent
    join payment_intent_observation failed on failed.payment_intent_id = intent.id and failed.status = 'unfilled'
    where intent.status = 'settled' group by 1 order by 1`.execute(world.db);
  for (const { id } of rows) world.note('settled after a failure', id);
  return [];
}
