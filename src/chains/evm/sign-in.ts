import { hashMessage, hashTypedData } from 'viem';
import { verifyHash } from 'viem/actions';
import type { Hex } from '#kit/hex.ts';
import type { SignedContent } from '../chain.ts';
import { KEY_SIGNATURE_CHARACTERS, recoverSigner } from '../key-signature.ts';
import { evmAddress } from './address.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';

/** What is claimed to be signed, and by whom. */
export interface SignedMessage {
  readonly address: string;
  readonly message: SignedContent;
  readonly signature: Hex;
}

/**
 * The end of an ERC-8010 signature, which contains an EIP-7702 authorisation and a first call:
 * for a wallet that anybody may initialise, that would let anybody sign.
 */
const ERC_8010_END = '8010'.repeat(16);

/** The hash that a wallet signs for a text (EIP-191) or for structured data (EIP-712). */
function hashOf(message: SignedContent): Hex {
  return typeof message === 'string' ? hashMessage(message) : hashTypedData(message);
}

/** Whether the key behind an address signed the message; without a node. */
export async function signedByKey(signed: SignedMessage): Promise<boolean> {
  const signer = await recoverSigner(hashOf(signed.message), signed.signature);
  if (signer === undefined || signer.malleable) return false;
  return signer.address === evmAddress(signed.address);
}

/**
 * Whether the wallet signed the message. A key's signature is checked without a node, so sign-in
 * works while it is down; only otherwise is the wallet called as a contract (ERC-1271).
 */
export async function checkSignIn(node: EvmNodeClient, signed: SignedMessage): Promise<boolean> {
  const address = evmAddress(signed.address);
  const { signature } = signed;
  const hash = hashOf(signed.message);
  const signer = await recoverSigner(hash, signature);
  // It is the key's own, so no contract is called, which might accept a malleable one.
  if (signer?.address === address) return !signer.malleable;
  if (signature.toLowerCase().endsWith(ERC_8010_END)) return false;
  return await node.query(async (client) => {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] });
    // An undeployed contract wallet wraps its signature (ERC-6492), which makes it longer.
    if (code === '0x' && signature.length <= KEY_SIGNATURE_CHARACTERS) return false;
    return await verifyHash(client, { address, hash, signature });
  }, 'foreign');
}
