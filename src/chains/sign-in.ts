import type { ChainFamily } from '#catalog/networks.ts';
import type { Chain, SignInClaim } from './chain.ts';
import { signedByKey } from './evm/sign-in.ts';

/** Whether a key signed, found out without a node. */
const SIGNED_BY_KEY: Readonly<Record<ChainFamily, (claim: SignInClaim) => Promise<boolean>>> = {
  evm: signedByKey,
  tron: async () => false,
};

/** See `Chains.checkSignIn`; `chain` is the claim's, where it is connected. */
export async function checkSignIn(claim: SignInClaim, chain: Chain | undefined): Promise<boolean> {
  if (await SIGNED_BY_KEY[claim.family](claim)) return true;
  if (chain === undefined || chain.network.family !== claim.family) return false;
  return await chain.checkSignIn(claim.address, claim.message, claim.signature);
}
