import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { ForwardedTransaction, TransactionKey } from './model/sent-transaction.ts';

/** A transaction that is to be forwarded. */
export interface NewForwarded extends TransactionKey {
  readonly accountId: string;
  /** Of the link or the bundle. */
  readonly token: string;
  readonly expiresAt: Date;
  /** Until when the caller alone may send it. */
  readonly leasedUntil: Date;
}

/** What a node answered that accepted a transaction. */
export interface AcceptedAnswer {
  readonly code: string;
  readonly message: string;
}

/** What is remembered of the answer to a transaction: `undefined` without a row, `null` without an answer. */
export async function findAnswer(
  ctx: Context,
  { network, transactionHash }: TransactionKey,
): Promise<AcceptedAnswer | null | undefined> {
  const row = await ctx.db
    .selectFrom('forwarded_transaction')
    .select(['code', 'message'])
    .where('network', '=', network)
    .where('transaction_hash', '=', bytesOf(transactionHash))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return row.code === null ? null : { code: row.code, message: row.message ?? '' };
}

/**
 * Takes the right to send a transaction: for exactly one of several callers, and for one more each time that the
 * lease of an earlier one ran out without an answer. What is sent again is looked up again, also where its end was
 * recorded. Returns whether nobody had the right before; undefined without it.
 */
export async function takeForwarding(
  ctx: Context,
  sent: NewForwarded,
): Promise<{ readonly isFirst: boolean } | undefined> {
  const { rows } = await sql<{ readonly isFirst: boolean }>`
    insert into forwarded_transaction as known
      (network, transaction_hash, account_id, token, forwarded_at, expires_at, leased_until)
    values (${sent.network}, ${bytesOf(sent.transactionHash)}, ${sent.accountId}, ${sent.token},
      ${ctx.now()}, ${sent.expiresAt}, ${sent.leasedUntil})
    on conflict (network, transaction_hash) do update
      set leased_until = excluded.leased_until, outcome = null
    where known.answered_at is null and known.leased_until <= ${ctx.now()}
    returning known.xmax = 0 as "isFirst"`.execute(ctx.db);
  return rows[0];
}

/**
 * Lets a transaction be the one that makes these payments. Returns those of them that another one makes
 * which has not ended; in their order, so that two callers never wait for each other.
 */
export async function claimPayments(
  ctx: Context,
  { network, transactionHash }: TransactionKey,
  paymentReferences: readonly Hex[],
): Promise<readonly string[]> {
  if (paymentReferences.length === 0) return [];
  const hash = bytesOf(transactionHash);
  const references = sql`unnest(${[...paymentReferences].sort()}::text[]) with ordinality as given (reference, position)`;
  await sql`
    insert into forwarded_payment (network, payment_reference, transaction_hash)
    select ${network}, given.reference, ${hash} from ${references} order by given.position
    on conflict (network, payment_reference) do nothing`.execute(ctx.db);
  const rows = await ctx.db
    .selectFrom('forwarded_payment')
    .select('payment_reference')
    .where('network', '=', network)
    .where('payment_reference', '=', anyOf([...paymentReferences]))
    .where('transaction_hash', '<>', hash)
    .execute();
  return rows.map((row) => row.payment_reference);
}

/** Remembers that a node accepted a transaction, and what it said. */
export async function recordAccepted(
  ctx: Context,
  { network, transactionHash }: TransactionKey,
  { code, message }: AcceptedAnswer,
): Promise<void> {
  await ctx.db
    .updateTable('forwarded_transaction')
    .set({ answered_at: ctx.now(), code, message })
    .where('network', '=', network)
    .where('transaction_hash', '=', bytesOf(transactionHash))
    .where('answered_at', 'is', null)
    .execute();
}

/** The right to send a transaction, which ends by itself: then another caller may have it. */
export type Lease = Pick<NewForwarded, 'network' | 'transactionHash' | 'leasedUntil'>;

/** Lets the same transaction be sent again at once: nobody knows whether it arrived. Nothing where the lease ran out. */
export async function endLease(
  ctx: Context,
  { network, transactionHash, leasedUntil }: Lease,
): Promise<void> {
  await ctx.db
    .updateTable('forwarded_transaction')
    // In the past, and the end of nobody's lease.
    .set(({ ref }) => ({ leased_until: ref('forwarded_at') }))
    .where('network', '=', network)
    .where('transaction_hash', '=', bytesOf(transactionHash))
    .where('leased_until', '=', leasedUntil)
    .execute();
}

/**
 * Forgets a transaction that arrived nowhere, with its claims. One that was accepted stays, and one that another caller
 * was to send once the lease ran out: it may have arrived by that.
 */
export async function removeForwarded(
  ctx: Context,
  { network, transactionHash, leasedUntil }: Lease,
): Promise<void> {
  await ctx.db
    .deleteFrom('forwarded_transaction')
    .where('network', '=', network)
    .where('transaction_hash', '=', bytesOf(transactionHash))
    .where('answered_at', 'is', null)
    .where('leased_until', '=', leasedUntil)
    .execute();
}

/** Records how a transaction ended and frees what it was to pay; once, whoever comes first. */
export async function recordOutcome(
  ctx: Context,
  { network, transactionHash }: TransactionKey,
  outcome: 'succeeded' | 'failed' | 'absent',
): Promise<void> {
  await sql`
    with ended as (
      update forwarded_transaction set outcome = ${outcome}
      where network = ${network} and transaction_hash = ${bytesOf(transactionHash)} and outcome is null
      returning network, transaction_hash
    )
    delete from forwarded_payment payment using ended
    where payment.network = ended.network and payment.transaction_hash = ended.transaction_hash
  `.execute(ctx.db);
}

/** Which transactions of a link or bundle where it is named, and of these payments elsewhere, have not ended. */
interface OpenQuery {
  readonly network: NetworkId;
  readonly token: string | undefined;
  readonly paymentReferences: readonly Hex[];
}

interface OpenRow {
  readonly transactionHash: Buffer;
  readonly forwardedAt: Date;
  readonly expiresAt: Date;
  readonly paymentReferences: Hex[];
}

/** The transactions that were sent to a link or for its payments and have not ended, oldest first. */
export async function findOpenForwarded(
  ctx: Context,
  { network, token, paymentReferences }: OpenQuery,
): Promise<readonly ForwardedTransaction[]> {
  const { rows } = await sql<OpenRow>`
    select sent.transaction_hash as "transactionHash", sent.forwarded_at as "forwardedAt",
      sent.expires_at as "expiresAt",
      array(
        select payment.payment_reference from forwarded_payment payment
        where payment.network = sent.network and payment.transaction_hash = sent.transaction_hash
        order by payment.payment_reference
      ) as "paymentReferences"
    from forwarded_transaction sent
    where sent.network = ${network} and sent.outcome is null
      and (sent.token = ${token ?? null}::text or sent.transaction_hash in (
        select payment.transaction_hash from forwarded_payment payment
        where payment.network = ${network}
          and payment.payment_reference = ${anyOf([...paymentReferences])}
      ))
    order by sent.forwarded_at, sent.transaction_hash`.execute(ctx.db);
  return rows.map((row) => ({ ...row, network, transactionHash: hexOf(row.transactionHash) }));
}

/**
 * Those of transactions of an account of which a payment does not count yet. What one transaction pays counts at
 * different times, as some of it may wait for nodes to agree.
 */
export async function findUncounted(
  ctx: Context,
  { accountId, network, hashes }: UncountedQuery,
): Promise<ReadonlySet<Hex>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ readonly hash: Buffer }>`
    select distinct claim.transaction_hash as hash from forwarded_payment claim
    where claim.network = ${network} and claim.transaction_hash = ${anyOf(hashes.map(bytesOf))}
      and not exists (
        select from active_payment payment
        join request_summary request on request.id = payment.request_id
        where payment.account_id = ${accountId}
          and payment.transaction_hash = claim.transaction_hash
          and request.payment_reference = claim.payment_reference
      )`.execute(ctx.db);
  return new Set(rows.map(({ hash }) => hexOf(hash)));
}

interface UncountedQuery {
  readonly accountId: string;
  readonly network: NetworkId;
  readonly hashes: readonly Hex[];
}
