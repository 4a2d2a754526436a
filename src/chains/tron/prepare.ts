import { z } from 'zod';
import type { TransactionStep, UnsignedTransaction } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { hexAddress } from './address.ts';
import { EXPIRES_WITHIN_MS } from './check-signed.ts';
import { encodeStep, type TronContracts } from './encode.ts';
import type { TronNodeClient } from './nodes/tron-api.ts';
import {
  encodeRaw,
  NOBODY,
  printRaw,
  type RawReference,
  type RawTransaction,
  transactionId,
} from './raw-transaction.ts';

/** Raw transactions that are prepared here expire within this time of the newest block. */
const EXPIRES_AFTER_MS = 5 * 60 * 1_000;
/**
 * How far a newest block may be ahead of this clock: what is prepared on it is still relayed. A node that lies about
 * the time would otherwise have payers sign what is valid for a day.
 */
const AHEAD_MS_MAX = EXPIRES_WITHIN_MS - EXPIRES_AFTER_MS;
/** What is prepared must be valid for so long still, or the payer's signature would come to nothing. */
const VALID_MS_MIN = 60_000;
/** Default values are left out. */
const count = z.int().min(0).default(0);
const Newest = z.object({
  blockID: z.string().regex(/^[0-9a-f]{64}$/),
  block_header: z.object({
    raw_data: z.object({ number: count, timestamp: count }),
  }),
});

/** What is prepared for whom, and when. */
interface PreparedQuery {
  readonly steps: readonly TransactionStep[];
  readonly wallet: string | undefined;
  readonly now: Date;
}

/** The transactions of steps in the form that TronWeb signs, all about the newest block of one node. */
export async function prepareSteps(
  node: TronNodeClient,
  contracts: TronContracts,
  { steps, wallet, now }: PreparedQuery,
): Promise<UnsignedTransaction[]> {
  if (steps.length === 0) return [];
  const owner = wallet === undefined ? NOBODY : hexAddress(wallet);
  const reference = await readReference(node, now);
  return steps.map((step) => {
    const { feeLimit, ...call } = encodeStep(contracts, step);
    const raw: RawTransaction = {
      ...reference,
      owner,
      contract: hexAddress(call.to),
      data: call.data.slice(2),
      permissionId: 0n,
      feeLimit,
    };
    return { ...call, familyFields: unsignedFields(raw) };
  });
}

/** A transaction as TronWeb signs it; its addresses are hex. */
function unsignedFields(raw: RawTransaction): Readonly<Record<string, unknown>> {
  const hex = encodeRaw(raw);
  return {
    visible: false,
    txID: transactionId(hex),
    raw_data: printRaw(raw),
    raw_data_hex: hex,
  };
}

/** The reference to the newest block: bytes 6 and 7 of its height, and bytes 8 to 15 of its id. */
async function readReference(node: TronNodeClient, now: Date): Promise<RawReference> {
  return await node.query(async (api) => {
    const parsed = Newest.safeParse(await api.post('wallet/getblock', { detail: false }));
    if (!parsed.success) throw new NodeFailure('returned something else than a block');
    const { blockID, block_header: header } = parsed.data;
    const aheadMs = header.raw_data.timestamp - now.getTime();
    if (aheadMs > AHEAD_MS_MAX) throw new NodeFailure('returned a newest block of the future');
    if (aheadMs + EXPIRES_AFTER_MS < VALID_MS_MIN) {
      throw new NodeFailure('returned a newest block that is minutes old');
    }
    const timestamp = BigInt(header.raw_data.timestamp);
    return {
      refBlockBytes: blockID.slice(12, 16),
      refBlockHash: blockID.slice(16, 32),
      expirationMs: timestamp + BigInt(EXPIRES_AFTER_MS),
      timestampMs: timestamp,
    };
  });
}
