import { recoverMessageAddress } from 'viem';
import { verifyMessage } from 'viem/actions';
import type { Hex } from '#kit/hex.ts';
import { evmAddress } from './address.ts';
import type { NodeClient } from './client.ts';

/** `0x`, then r, s and v. */
const KEY_SIGNATURE_CHARACTERS = 132;

/** What is claimed to be signed, and by whom. */
export interface SignedMessage {
  readonly address: string;
  readonly message: string;
  readonly signature: Hex;
}

/** Whether the key behind an address signed the message; no node is asked. */
export async function signedByKey(signed: SignedMessage): Promise<boolean> {
  const { message, signature } = signed;
  if (signature.length !== KEY_SIGNATURE_CHARACTERS) return false;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  return signer === evmAddress(signed.address);
}

/**
 * Whether the wallet signed the message. A key's signature is checked without a node, so sign-in
 * works while it is down; only then is the wallet asked whether it is a contract that accepts it.
 */
export async function checkSignIn(node: NodeClient, signed: SignedMessage): Promise<boolean> {
  const address = evmAddress(signed.address);
  const { message, signature } = signed;
  if (await signedByKey(signed)) return true;
  return await node.ask(async (client) => {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] });
    // An undeployed contract wallet wraps its signature (ERC-6492), which makes it longer.
    if (code === '0x' && signature.length <= KEY_SIGNATURE_CHARACTERS) return false;
    return await verifyMessage(client, { address, message, signature });
  });
}
