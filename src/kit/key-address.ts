import { createECDH } from 'node:crypto';
import { checksumAddress } from './checksum-address.ts';
import { invariant } from './failure.ts';
import { bytesOf, type Hex, isHex } from './hex.ts';
import { keccak256 } from './keccak.ts';

/**
 * The EVM address of a private key, in EIP-55 form. Node computes it at once; a library in JavaScript first makes tables
 * for all further keys, 0.3 s of processor time that a start should not wait for.
 */
export function addressOfKey(privateKey: Hex): Hex {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(bytesOf(privateKey));
  // Behind a byte that says that it is not compressed.
  const digest = keccak256(curve.getPublicKey().subarray(1));
  const address = checksumAddress(`0x${digest.slice(-40)}`);
  invariant(isHex(address), 'an address is hexadecimal');
  return address;
}
