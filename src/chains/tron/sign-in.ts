import { concat, keccak256, stringToBytes } from 'viem';
import { readAddress } from '#catalog/addresses.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { recoverSigner } from '../key-signature.ts';

/** The prefix that wallets sign before a message: TronWeb's `signMessageV2`, known as TIP-191. */
const PREFIX = '\x19TRON Signed Message:\n';

/** What is claimed to be signed, and by whom. */
interface SignedMessage {
  readonly address: string;
  readonly message: string;
  readonly signature: Hex;
}

/**
 * Whether the key behind an address signed the message; without a node. The prefix differs from
 * Ethereum's, so that a signature for one is invalid for the other.
 */
export async function signedByKey({
  address,
  message,
  signature,
}: SignedMessage): Promise<boolean> {
  const text = stringToBytes(message);
  const hash = keccak256(concat([stringToBytes(`${PREFIX}${text.length}`), text]));
  const signer = await recoverSigner(hash, signature);
  if (signer === undefined || signer.malleable) return false;
  const read = readAddress('tron', address);
  return !('problem' in read) && signer.address.toLowerCase() === hexOf(read.bytes);
}
