import { concat, keccak256, stringToBytes } from 'viem';
import { readAddress } from '#catalog/addresses.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { SignedContent } from '../chain.ts';
import { recoverSigner } from '../key-signature.ts';

/** The prefix that wallets sign before a message: TronWeb's `signMessageV2`, known as TIP-191. */
const PREFIX = '\x19TRON Signed Message:\n';

/** What is claimed to be signed, and by whom. */
interface SignedMessage {
  readonly address: string;
  readonly message: SignedContent;
  readonly signature: Hex;
}

/**
 * Whether the key behind an address signed the message; without a node. The prefix differs from
 * Ethereum's, so that a signature for one is invalid for the other. Structured data is never proven:
 * wallets of this family hash it in ways of their own.
 */
export async function signedByKey({
  address,
  message,
  signature,
}: SignedMessage): Promise<boolean> {
  if (typeof message !== 'string') return false;
  const text = stringToBytes(message);
  const hash = keccak256(concat([stringToBytes(`${PREFIX}${text.length}`), text]));
  const signer = await recoverSigner(hash, signature);
  if (signer === undefined || signer.malleable) return false;
  const read = readAddress('tron', address);
  return !('problem' in read) && signer.address.toLowerCase() === hexOf(read.bytes);
}
