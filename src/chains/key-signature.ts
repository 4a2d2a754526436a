import { recoverAddress } from 'viem';
import type { Hex } from '#kit/hex.ts';

/** `0x`, then r, s and v. */
export const KEY_SIGNATURE_CHARACTERS = 132;

/** Half of the order of secp256k1: of two equivalent signatures, the one with the lower s counts. */
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Who a signature by a key points to. */
export interface Signer {
  /** The twenty bytes behind the key, in EIP-55 form; how Tron writes them is Tron's. */
  readonly address: Hex;
  /** Whether it could have been derived from another one by negating its s (EIP-2). */
  readonly malleable: boolean;
}

/**
 * Whose key signed a hash. Undefined for what is no such signature: r, s and v in 65 bytes, v being
 * 0, 1, 27 or 28. The compact form of EIP-2098 has 64 and is none.
 */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Signer | undefined> {
  if (signature.length !== KEY_SIGNATURE_CHARACTERS) return undefined;
  const address = await recoverAddress({ hash, signature }).catch(() => undefined);
  if (address === undefined) return undefined;
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  return { address, malleable: s > S_MAX };
}
