import { keccak256 } from 'viem';
import { bytesOf, type Hex, isHex } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { insertLink, type PayableLink } from './payable-link.ts';

/** A link that can be paid on a real node: its request is found by what the node's log will carry. */
export async function linkOnChain(
  db: Database,
): Promise<PayableLink & { readonly reference: Hex }> {
  const link = await insertLink(db, { expiresAt: new Date('2100-01-01') });
  const { payment_reference: reference } = await db
    .selectFrom('request')
    .select('payment_reference')
    .where('id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  if (!isHex(reference)) throw new Error('a payment reference is written in hex');
  await db
    .updateTable('request')
    .set({ reference_key: bytesOf(keccak256(reference)) })
    .where('id', '=', link.requestRowId)
    .execute();
  return { ...link, reference };
}
