import { z } from 'zod';
import { Refusal } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { NodeFailure } from '../nodes/failure.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';
import { encodeSigned, transactionId } from './raw-transaction.ts';

const hexText = z.string().regex(/^([0-9a-fA-F]{2})+$/);

/** The parts of a transaction that wallets return and that go to the network as bytes. */
const Signed = z.object({ raw_data_hex: hexText, signature: z.array(hexText).min(1) });

const Answer = z.object({
  result: z.boolean().default(false),
  code: z.string().optional(),
  message: z.string().default(''),
});

/** What a node answered to a transaction; `code` and `message` are its own. */
export interface BroadcastAnswer {
  readonly isAccepted: boolean;
  readonly code: string;
  readonly message: string;
}

/** Sends the bytes of a whole transaction to a node. */
export async function postBytes(api: TronApi, bytes: string): Promise<BroadcastAnswer> {
  const parsed = Answer.safeParse(await api.post('wallet/broadcasthex', { transaction: bytes }));
  if (!parsed.success) throw new NodeFailure('answered a broadcast with what is no answer to it');
  const { result, code, message } = parsed.data;
  // Default values may be left out.
  const named = code ?? (result ? 'SUCCESS' : 'OTHER_ERROR');
  return { isAccepted: result, code: named, message };
}

/** See `Chain.broadcast`; `signed` is the JSON of a signed transaction. Throws `Refusal` where a node takes it not. */
export async function broadcastSigned(node: TronNodeClient, signed: string): Promise<Hex> {
  const { raw_data_hex: raw, signature } = Signed.parse(JSON.parse(signed));
  const bytes = encodeSigned(raw.toLowerCase(), signature);
  const { isAccepted, code, message } = await node.query((api) => postBytes(api, bytes), 'send');
  if (!isAccepted) throw new Refusal('not_broadcast', 400, `${code}: ${message}`);
  const hash = `0x${transactionId(raw)}`;
  if (!isHex(hash)) throw new Refusal('not_broadcast', 400, 'the transaction has no id');
  return hash;
}
