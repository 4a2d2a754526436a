import { sql } from 'kysely';
import { type Hex, hexOf } from '#kit/hex.ts';
import { findSentOf } from '#modules/forwarding/index.ts';
import type { SimWorld } from '../world.ts';
import type { Forwarded } from './pool.ts';

interface ClaimRow {
  readonly hash: Buffer;
  readonly reference: Hex;
}

/**
 * Payments that could be signed a second time: two transactions for one were forwarded, or one that may still be
 * executed, or succeeded and does not count yet, holds a payment of it no more.
 */
export async function findReleased({ db, relay }: SimWorld): Promise<string[]> {
  if (relay === undefined || relay.forwarded.size === 0) return [];
  const { rows } = await sql<ClaimRow>`
    select transaction_hash as hash, payment_reference as reference from forwarded_payment
    union all
    select payment.transaction_hash, request.payment_reference
    from active_payment payment join request on request.id = payment.request_id`.execute(db);
  const held = new Set(rows.map(({ hash, reference }) => `${hexOf(hash)} ${reference}`));
  const released = [...relay.forwarded.values()].flatMap((one) => {
    const mayPay = one.isKept && ['open', 'succeeded'].includes(relay.endOf(one));
    const free = mayPay ? one.references.filter((name) => !isHeld(held, one, name)) : [];
    return free.map((reference) => `${reference} was released while ${one.hash} may pay it`);
  });
  return [...relay.problems, ...released];
}

function isHeld(held: ReadonlySet<string>, { hash }: Forwarded, reference: Hex): boolean {
  return held.has(`${hash} ${reference}`);
}

/** Payments that are held once everything has come to rest and somebody has asked for each of them. */
export async function findHeld(world: SimWorld): Promise<string[]> {
  const { db, relay } = world;
  if (relay === undefined) return [];
  const { ctx, within } = world.start('payer');
  const chain = ctx.chains.get('tron');
  if (chain === undefined) throw new Error('the network is connected');
  const tokens = await db
    .selectFrom('forwarded_transaction')
    .select(['token', 'account_id'])
    .distinct()
    .orderBy('token')
    .execute();
  for (const { token, account_id: accountId } of tokens) {
    const link = { token, accountId };
    await within(findSentOf(ctx, { link, chain, paymentReferences: [] }));
  }
  const { rows } = await sql<ClaimRow>`
    select transaction_hash as hash, payment_reference as reference
    from forwarded_payment order by 1, 2`.execute(db);
  return rows.map(({ hash, reference }) => `${reference} is still held by ${hexOf(hash)}`);
}
