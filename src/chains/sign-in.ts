import { readAddress } from '#catalog/addresses.ts';
import type { ChainFamily } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import type { Chain, SignInClaim, SignInProof, Wallet } from './chain.ts';
import { evmAddress, isEvmAddress } from './evm/address.ts';
import { signedByKey } from './evm/sign-in.ts';
import { signedByKey as signedByTronKey } from './tron/sign-in.ts';

/** A person waits: a node that has not answered by now counts as silent. */
const CONTRACT_WALLET_MS = 900;

/** Whether a key signed, found out without a node. */
const SIGNED_BY_KEY: Readonly<Record<ChainFamily, (claim: SignInClaim) => Promise<boolean>>> = {
  evm: signedByKey,
  tron: signedByTronKey,
};

/** See `Chains.readWallet`. No text is an address of two families. */
export function readWallet(text: string): Wallet | undefined {
  if (isEvmAddress(text)) return { family: 'evm', address: evmAddress(text) };
  if (!('problem' in readAddress('tron', text))) return { family: 'tron', address: text };
  return undefined;
}

/** See `Chains.checkSignIn`; `chain` is the claim's, where it is connected. */
export async function checkSignIn(
  claim: SignInClaim,
  chain: Chain | undefined,
): Promise<SignInProof | undefined> {
  if (await SIGNED_BY_KEY[claim.family](claim)) return 'key';
  if (chain === undefined || chain.network.family !== claim.family) return undefined;
  const asked = chain
    .checkSignIn(claim.address, claim.message, claim.signature)
    .catch((error: unknown) => {
      if (error instanceof Outage) return false;
      throw error;
    });
  return (await within(CONTRACT_WALLET_MS, asked, () => false)) ? 'contract' : undefined;
}
