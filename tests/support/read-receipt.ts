import { setTimeout as wait } from 'node:timers/promises';
import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import type { Hex } from '#kit/hex.ts';

const POLL_MS = 10;

/**
 * The receipt of a transaction that was sent, once it is in a block. viem's own wait passes over a block that comes while it
 * reads the one before, and waits for the next one for ever where blocks come with transactions only.
 */
export async function readReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(ifNotThereYet);
    if (receipt !== undefined) return receipt;
    await wait(POLL_MS);
  }
}

function ifNotThereYet(error: unknown): undefined {
  if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
}
