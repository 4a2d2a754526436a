import { randomBytes } from 'node:crypto';
import { orderedIdMaker } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_TIME } from './context.ts';
import type { PayableLink } from './payable-link.ts';

const newId = orderedIdMaker(() => TEST_TIME);

interface ReceivedParts {
  readonly units: bigint;
  readonly transactionHash: Buffer;
  /** Seen only: no payment is recorded yet. */
  readonly seen?: boolean;
  /** A reorg took it back. */
  readonly undone?: boolean;
  /** What went along in its fee slot. */
  readonly fee?: { readonly units: bigint; readonly address: string };
  /** In USDC on Sepolia without it. */
  readonly paidIn?: { readonly network: string; readonly currencyId: string };
  /** The deposit for which a bridge made it. */
  readonly bridge?: { readonly originChainId: number; readonly depositId: bigint } | undefined;
}

/** Writes a payment of a link straight into the tables. */
export async function insertReceived(
  db: Database,
  link: Pick<PayableLink, 'accountId' | 'requestRowId'>,
  parts: ReceivedParts,
): Promise<void> {
  const { units, transactionHash } = parts;
  const id = newId();
  const ofBoth = {
    account_id: link.accountId,
    request_id: link.requestRowId,
    network: parts.paidIn?.network ?? 'sepolia',
    payer_address: '0x2222222222222222222222222222222222222222',
    transaction_hash: transactionHash,
    fee_units: parts.fee?.units ?? 0n,
  };
  const status = parts.seen === true ? 'seen' : parts.undone === true ? 'undone' : 'confirmed';
  await db
    .insertInto('chain_transfer')
    .values({
      ...ofBoth,
      id,
      status,
      block_number: 1n,
      block_hash: randomBytes(32),
      block_time: TEST_TIME,
      log_index: 0,
      claimed_units: units,
      credited_units: units,
      fee_address: parts.fee?.address ?? '0x000000000000000000000000000000000000dEaD',
      bridge_origin_chain_id: parts.bridge ? BigInt(parts.bridge.originChainId) : null,
      bridge_deposit_id: parts.bridge?.depositId ?? null,
      seen_at: TEST_TIME,
    })
    .execute();
  if (parts.seen === true) return;
  await db
    .insertInto('payment')
    .values({
      ...ofBoth,
      id,
      chain_transfer_id: id,
      currency_id: parts.paidIn?.currencyId ?? 'USDC-sepolia',
      amount_units: units,
      late: false,
      received_at: TEST_TIME,
    })
    .execute();
  if (parts.undone !== true) return;
  await db.insertInto('payment_undo').values({ payment_id: id, undone_at: TEST_TIME }).execute();
}
