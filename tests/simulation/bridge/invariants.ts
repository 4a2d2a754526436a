import { sql } from 'kysely';
import { type Hex, hexOf } from '#kit/hex.ts';
import { paymentIntentMachine } from '#modules/intents/model/status.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import { isSimulated, type Simulated } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { actsOf, type Bridging, isFinal, RELAYER, RELAYER_UNITS, tokensOf } from './bridging.ts';
import { contractsOf } from './payers.ts';
import { destinationOf } from './relayers.ts';

/** What is wrong with payments from other networks after any step. */
export async function findIntentProblems(world: SimWorld): Promise<string[]> {
  const { bridging } = world;
  if (bridging === undefined) return [];
  return [
    ...moneyProblems(world),
    ...(await storedProblems(world)),
    ...(await illegalMoves(world)),
    ...(await refundProblems(world)),
    ...(await hastyEnds(world, bridging)),
  ];
}

/** Money on both chains: nothing appears, nothing is lost, and each deposit goes one way. */
function moneyProblems(world: SimWorld): string[] {
  const acts = actsOf(world);
  return [
    ...world.networks.flatMap((network) => [
      ...heldProblems(world, network, acts.get(network) ?? []),
      ...createdUnits(world, network),
    ]),
    ...endedTwice([...acts.values()].flat()),
  ];
}

/** Amounts of the bridge's contracts and of its relayer that its transactions do not come to. */
function heldProblems({ chains }: SimWorld, network: Simulated, acts: Acts): string[] {
  const { spokePool, executor } = contractsOf(network);
  return tokensOf(network).flatMap((token) => {
    const held = (wallet: string) => chains[network].ledger.read(nameOf.balance(token, wallet));
    const sumOf = (kind: string, side: 'input' | 'output') =>
      acts
        .filter((act) => act.kind === kind && act.deposit[`${side}Token`] === token)
        .reduce((sum, { deposit }) => sum + deposit[`${side}Units`], 0n);
    const expected = [
      ['bridge', held(spokePool), sumOf('deposit', 'input') - sumOf('refund', 'input')],
      ['relayer', held(RELAYER), RELAYER_UNITS - sumOf('fill', 'output')],
      ['executor', held(executor), 0n],
    ] as const;
    return expected
      .filter(([, units, due]) => units !== due)
      .map(([who, units, due]) => `the ${who} of ${network} has ${units} of ${token}, not ${due}`);
  });
}

function endedTwice(acts: Acts): string[] {
  const ends = Map.groupBy(
    acts.filter(({ kind }) => kind !== 'deposit'),
    ({ deposit }) => deposit.relayHash,
  );
  return [...ends]
    .filter(([, all]) => all.length > 1)
    .map(([hash, all]) => `deposit ${hash} ended by ${all.map(({ kind }) => kind).join(' and ')}`);
}

type Acts = NonNullable<ReturnType<ReturnType<typeof actsOf>['get']>>;

/** Transactions that move more or less of a token in than out. */
function createdUnits({ chains }: SimWorld, network: Simulated): string[] {
  const tokens = tokensOf(network);
  return chains[network].ledger.blocks
    .flatMap(({ receipts }) => receipts)
    .flatMap(({ hash, changes }) =>
      tokens.flatMap((token) => {
        const sum = [...changes]
          .filter(([name]) => name.startsWith(`balance ${token} `))
          .reduce((units, [, changed]) => units + changed, 0n);
        return sum === 0n ? [] : [`${hash} made ${sum} of ${token} on ${network}`];
      }),
    );
}

/** What tables say against one another: events once each, and nothing settled that no payment made. */
export async function storedProblems({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with reported as (
      select type, secure_payment_token as token, count(*) as times from event
      where type in ('payment.failed', 'payment.refunded') group by 1, 2
    ), due as (
      select 'payment.failed' as type, secure_payment_token as token, count(*) as times
      from payment_intent where failed_at is not null group by 2
      union all
      select 'payment.refunded', secure_payment_token, count(*)
      from payment_intent where status in ('refunded', 'unpaid') group by 2
    )
    select coalesce(due.type, reported.type) || ' was due ' || coalesce(due.times, 0) || ' times and reported '
      || coalesce(reported.times, 0) || ' times, of ' || coalesce(due.token, reported.token) as problem
    from due full join reported on due.type = reported.type and due.token = reported.token
    where due.times is distinct from reported.times
    union all
    select 'intent ' || intent.id || ' is settled and nothing paid its request'
    from payment_intent intent where intent.status = 'settled' and not exists (
      select from payment where payment.request_id = intent.request_id
        and payment.transaction_hash in (intent.fill_transaction_hash, intent.transaction_hash,
          intent.execution_transaction_hash))
    union all
    select 'intent ' || intent.id || ' is ' || intent.status || ' and its last observation says ' || last.status
    from payment_intent intent
    cross join lateral (select status from payment_intent_observation observation
      where observation.payment_intent_id = intent.id order by observation.id desc limit 1) last
    where last.status <> intent.status`.execute(db);
  return rows.map(({ problem }) => problem);
}

/** Refunds of which deposits of one size took more than they brought; one may be of several deposits. */
async function refundProblems(world: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ hash: Buffer; units: bigint }>`
    select refund_transaction_hash as hash, sum(refund_units)::numeric(78, 0) as units
    from payment_intent where refund_transaction_hash is not null
    group by network, refund_transaction_hash, refund_log_index, refund_units`.execute(world.db);
  const brought = new Map(
    [...actsOf(world).values()]
      .flat()
      .flatMap(({ kind, hash, deposit }): [Hex, bigint][] =>
        kind === 'refund' ? [[hash, deposit.inputUnits]] : [],
      ),
  );
  return rows
    .filter(({ hash, units }) => units > (brought.get(hexOf(hash)) ?? 0n))
    .map(({ hash, units }) => `${units} were taken of the refund ${hexOf(hash)}`);
}

/** Moves that the table of statuses does not have, by the observations of all intents. */
export async function illegalMoves({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ id: string; was: string | null; event: string; became: string }>`
    select payment_intent_id as id, event, status as became,
      lag(status) over (partition by payment_intent_id order by id) as was
    from payment_intent_observation order by id`.execute(db);
  const moves: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> =
    paymentIntentMachine;
  return rows
    .filter(({ was, event, became }) =>
      was === null ? became !== 'recorded' : moves[was]?.[event] !== became,
    )
    .map(({ id, was, event, became }) => `intent ${id} moved from ${was} to ${became} by ${event}`);
}

/** An intent as checkers know it. */
export interface KnownIntent {
  readonly id: string;
  readonly status: string;
  readonly requestId: string;
  readonly requestNetwork: Simulated;
  readonly network: Simulated;
  readonly hash: Hex;
  readonly fillHash: Hex | undefined;
  readonly refundHash: Hex | undefined;
  readonly hasFailed: boolean;
  readonly isFollowed: boolean;
}

/** Every intent, oldest first. */
export async function findIntents({ db }: SimWorld): Promise<KnownIntent[]> {
  const rows = await db
    .selectFrom('payment_intent as intent')
    .innerJoin('request', 'request.id', 'intent.request_id')
    .select([
      'intent.id',
      'intent.status',
      'intent.request_id',
      'intent.network',
      'request.network as request_network',
      'intent.transaction_hash',
      'intent.fill_transaction_hash',
      'intent.refund_transaction_hash',
      'intent.failed_at',
      'intent.next_check_at',
    ])
    .orderBy('intent.id')
    .execute();
  return rows.flatMap((row) => {
    const { network, request_network: requestNetwork } = row;
    if (!isSimulated(network) || !isSimulated(requestNetwork) || row.transaction_hash === null) {
      return [];
    }
    const hashFrom = (bytes: Buffer | null) => (bytes === null ? undefined : hexOf(bytes));
    return {
      id: row.id,
      status: row.status,
      requestId: row.request_id,
      requestNetwork,
      network,
      hash: hexOf(row.transaction_hash),
      fillHash: hashFrom(row.fill_transaction_hash),
      refundHash: hashFrom(row.refund_transaction_hash),
      hasFailed: row.failed_at !== null,
      isFollowed: row.next_check_at !== null,
    };
  });
}

/** Failures and refunds that were reported before they were final, or of what never paid the request. */
async function hastyEnds(world: SimWorld, bridging: Bridging): Promise<string[]> {
  const { judged } = bridging;
  const ended = (await findIntents(world)).filter(
    ({ id, status, hasFailed }) =>
      !judged.has(`${id} ${status}`) &&
      (hasFailed || ['source_failed', 'unfilled', 'refunded', 'unpaid'].includes(status)),
  );
  const problems = ended.flatMap((intent) => {
    judged.add(`${intent.id} ${intent.status}`);
    const name = `intent ${intent.id} is ${intent.status}`;
    return [
      ...(isOfRequest(bridging, intent) ? [] : [`${name}, and it never was of its request`]),
      ...(mayHaveFailed(world, bridging, intent) ? [] : [`${name} before that is final`]),
      ...(intent.status !== 'refunded' || isRefundFinal(world, intent)
        ? []
        : [`${name} by a refund that is not final`]),
    ];
  });
  return problems;
}

/** Whether the payer made the transaction for this request, on this network. */
export function isOfRequest({ sent }: Bridging, intent: KnownIntent): boolean {
  if (intent.network === intent.requestNetwork) return true;
  const route = sent.get(intent.hash);
  return (
    route?.isPaying === true &&
    route.network === intent.network &&
    route.requestId === intent.requestId
  );
}

/** The block of a transaction that is final, and whether it succeeded there. */
export function findFinal(world: SimWorld, network: Simulated, hash: Hex | undefined) {
  for (const block of world.chains[network].ledger.blocks) {
    const receipt = block.receipts.find((one) => one.hash === hash);
    if (receipt && isFinal(world, network, block.number)) return receipt;
  }
  return undefined;
}

/** By the chains: finally reverted or replaced, not filled by a final block past the deadline, or filled for nothing. */
function mayHaveFailed(world: SimWorld, bridging: Bridging, intent: KnownIntent): boolean {
  const { network, hash } = intent;
  const { rivals, seen, everDenied } = bridging;
  if (findFinal(world, network, hash)?.status === 'reverted') return true;
  if (findFinal(world, network, rivals.get(hash)) !== undefined) return true;
  const acts = actsOf(world);
  const own = (acts.get(network) ?? []).filter(
    (act) => act.kind === 'deposit' && act.hash === hash,
  );
  const vanished = [...seen.values()].filter((one) => one.hash === hash);
  return [...own, ...vanished].some(({ deposit }) => {
    const destination = destinationOf(deposit);
    if (destination === undefined) return false;
    const fill = (acts.get(destination) ?? []).find(
      (act) => act.kind === 'fill' && act.deposit.relayHash === deposit.relayHash,
    );
    const isFinalFill = fill !== undefined && isFinal(world, destination, fill.block.number);
    if (isFinalFill && !fill.callRan) return true;
    if (everDenied.has(deposit.relayHash)) return true;
    const held = own.find((act) => act.deposit.relayHash === deposit.relayHash);
    const isSourceFinal = held !== undefined && isFinal(world, network, held.block.number);
    const isLate = world.chains[destination].ledger.finalized().time > deposit.fillDeadline;
    return isSourceFinal && isLate && !isFinalFill;
  });
}

function isRefundFinal(world: SimWorld, { network, refundHash }: KnownIntent): boolean {
  return findFinal(world, network, refundHash)?.status === 'success';
}
