import { getAddress, recoverAddress, recoverMessageAddress } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { hasApproved, type SafeNode } from './safe-nodes.ts';
import type { StoredConfirmation } from './stored-proposals.ts';

/** A signature with who made it. */
export interface ReadSignature extends Pick<StoredConfirmation, 'signature' | 'signatureType'> {
  readonly owner: Hex;
}

/** Two words and the byte `v`, as hexadecimal digits. */
const DIGITS = 130;
/** From here on `v` says that the key signed the hash as a message. */
const MESSAGE_FROM = 31;
/** How much that adds to `v`. */
const MESSAGE_SHIFT = 4;

/**
 * The signatures of a text of one or several; undefined where one is none of a key and no approval on the chain.
 * Signatures of owners that are contracts are not read.
 */
export async function readSignatures(
  node: SafeNode,
  signed: { readonly safe: Hex; readonly hash: Hex; readonly signatures: Hex },
): Promise<readonly ReadSignature[] | undefined> {
  const digits = signed.signatures.slice(2);
  if (digits.length % DIGITS !== 0) return undefined;
  const parts = digits.match(new RegExp(`.{${DIGITS}}`, 'g')) ?? [];
  const read = await Promise.all(parts.map((part) => readSignature(node, signed, `0x${part}`)));
  const known = read.filter((one) => one !== undefined);
  return known.length === read.length ? known : undefined;
}

async function readSignature(
  node: SafeNode,
  { safe, hash }: { readonly safe: Hex; readonly hash: Hex },
  signature: Hex,
): Promise<ReadSignature | undefined> {
  const v = Number.parseInt(signature.slice(-2), 16);
  if (v === 1) {
    const owner = getAddress(`0x${signature.slice(26, 66)}`);
    const isApproved = await hasApproved(node, { safe, owner, hash });
    return isApproved ? { owner, signature, signatureType: 'APPROVED_HASH' } : undefined;
  }
  if (v === 0) return undefined;
  try {
    if (v < MESSAGE_FROM) {
      const owner = await recoverAddress({ hash, signature });
      return { owner, signature, signatureType: 'EOA' };
    }
    const plainV = (v - MESSAGE_SHIFT).toString(16).padStart(2, '0');
    const plain: Hex = `0x${signature.slice(2, -2)}${plainV}`;
    const owner = await recoverMessageAddress({ message: { raw: hash }, signature: plain });
    return { owner, signature, signatureType: 'ETH_SIGN' };
  } catch {
    // No point of the curve, or a `v` that there is not.
    return undefined;
  }
}
