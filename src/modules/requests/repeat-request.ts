import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { newReference } from './draft-request.ts';
import { findTerms, insertRepeated } from './store/repeated-requests.ts';

/** A request that repeats another one. */
interface RepeatedRequest {
  /** The row. */
  readonly id: string;
  /** The public id. */
  readonly requestId: string;
  readonly paymentReference: Hex;
}

/**
 * Creates a request with the terms of another one, who created it and what is known of the customer included, with an id and a payment
 * reference of its own. Fees that are requests of their own are not repeated. Needs the caller's transaction. Throws `Outage`
 * where its network is not connected any more.
 */
export async function repeatRequest(ctx: Context, requestRowId: string): Promise<RepeatedRequest> {
  invariant(ctx.db.isTransaction, 'a request is repeated in the transaction of what repeats it');
  const original = await findTerms(ctx, requestRowId);
  const { accountId, currencyId, payeeAddress, expectedUnits, network } = original;
  const currency = currencyById(currencyId);
  invariant(currency !== undefined && isNetworkId(network), 'requests name listed currencies');
  const chain = ctx.chains.get(network);
  if (chain === undefined) throw new Outage(`no node is configured for ${network}`);
  const row = newReference(ctx, { accountId, payeeAddress, expectedUnits, currency, chain });
  await insertRepeated(ctx, requestRowId, row);
  return { id: row.id, requestId: row.request_id, paymentReference: row.payment_reference };
}
