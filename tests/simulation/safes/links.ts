import { sql } from 'kysely';
import type { KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import type { KnownProposal } from './safing.ts';

/** A link, and what is asked for by it. */
export interface KnownLink {
  readonly token: string;
  /** In their order, without fees that are requests of their own. */
  readonly requests: readonly KnownRequest[];
  readonly isPaid: boolean;
  /** The rows of those requests that were paid. */
  readonly paid: readonly string[];
}

/** A bundle, and the links in it. */
export interface KnownBundle {
  readonly token: string;
  /** Their tokens, by position. */
  readonly children: readonly string[];
}

/** Every link, oldest first. */
export async function findLinks(
  { db }: SimWorld,
  requests: readonly KnownRequest[],
): Promise<readonly KnownLink[]> {
  const { rows } = await sql<{
    token: string;
    request_ids: string[];
    is_paid: boolean;
    paid: string[];
  }>`
    select asked.secure_payment_token as token, bool_and(request.status = 'paid') as is_paid,
      array_agg(request.id order by asked.position) as request_ids,
      coalesce(array_agg(request.id) filter (where request.status = 'paid'), '{}') as paid
    from secure_payment_request asked join request on request.id = asked.request_id
    where not asked.superseded group by 1 order by 1`.execute(db);
  const byId = new Map(requests.map((request) => [request.id, request]));
  return rows.map(({ token, request_ids, is_paid, paid }) => ({
    token,
    requests: request_ids.flatMap((id) => byId.get(id) ?? []),
    isPaid: is_paid,
    paid,
  }));
}

/** Every bundle, oldest first. */
export async function findBundles({ db }: SimWorld): Promise<readonly KnownBundle[]> {
  const { rows } = await sql<KnownBundle>`
    select multicall_payout_token as token,
      array_agg(secure_payment_token order by position) as children
    from multicall_payout_item group by 1 order by 1`.execute(db);
  return rows;
}

/** Of each intent that was proven whether an owner signed what pays all that can have been due of its link then. */
export async function findUnprovable(
  { db }: SimWorld,
  proofs: readonly { readonly token: string; readonly known: KnownProposal | undefined }[],
): Promise<readonly boolean[]> {
  if (proofs.length === 0) return [];
  const tokens = [...new Set(proofs.map(({ token }) => token))];
  // Payments that were undone may have stood then.
  const { rows } = await sql<{ token: string; id: string; fee_of: string | null; due: bigint }>`
    select asked.secure_payment_token as token, request.id, component.for_request_id as fee_of,
      (request.expected_units - coalesce((select sum(amount_units) from payment
        where payment.request_id = request.id), 0))::numeric(78, 0) as due
    from secure_payment_request asked
    left join fee_component component on component.for_request_id = asked.request_id
    join request on request.id in (asked.request_id, component.request_id)
    where asked.secure_payment_token = any (${tokens}::text[])`.execute(db);
  return proofs.map(({ token, known }) => {
    if (known?.isSigned !== true || !known.isReadable) return true;
    const asked = rows.filter((row) => row.token === token);
    const isPaid = (id: string) => asked.some((row) => row.id === id && row.due <= 0n);
    const paysAny = asked.some(({ id }) => known.pays.has(id));
    return (
      !paysAny ||
      asked.some(({ id, fee_of, due }) => {
        const isDue = due > 0n && (fee_of === null || !isPaid(fee_of));
        return isDue && (known.pays.get(id) ?? 0n) < due;
      })
    );
  });
}
