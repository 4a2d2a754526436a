import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { openReceipts, readReceipts } from './open-receipts.ts';

/** Whose receipts to read, and which page of them. */
interface LinkReceiptsQuery {
  readonly token: string;
  readonly limit: number;
  /** The payment that ended the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
}

/**
 * The receipts of what was paid with a link or a bundle and counts, newest first, for a holder of its token. Refuses (404) an unknown
 * token, and (400) a cursor that is none of its payments.
 */
export async function listLinkReceipts(ctx: Context, { token, limit, cursor }: LinkReceiptsQuery) {
  const open = await openReceipts(ctx, token);
  const before = cursor === undefined ? undefined : await findCursor(ctx, open, cursor);
  // One more than the page size shows whether another page follows.
  const found = await readReceipts(ctx, open, { before, limit: limit + 1 });
  const receipts = found.slice(0, limit).map(({ receipt }) => receipt);
  return {
    status: open.status,
    merchant: open.merchant ?? null,
    isHidden: open.isHidden,
    receipts,
    nextCursor: found.length > limit ? (receipts.at(-1)?.paymentId ?? null) : null,
  };
}

async function findCursor(
  ctx: Context,
  open: Parameters<typeof readReceipts>[1],
  paymentId: string,
) {
  const [last] = await readReceipts(ctx, open, { paymentId, limit: 1 });
  // A reorganised chain may have taken the payment back since.
  if (last === undefined) throw cursorGone();
  return last.payment;
}

/** 400: a cursor that names no payment of the list. */
export function cursorGone() {
  return refuseField('cursor', 'cursor is no payment of this list; begin again without it');
}
