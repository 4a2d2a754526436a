import { sameAddress } from '../ui/address.ts';
import { type RelayedNetworks, rpcUrlOf } from './relay.ts';
import type { TestWallet } from './test-account.ts';
import { closeOtherOwner, offerOtherOwner } from './test-other-owner.ts';
import { TRUSTED } from './trusted.generated.ts';

/** A transaction that owners of a Safe are asked to sign. */
interface Proposed {
  /** Its `safeTxHash`. */
  readonly hash: string;
  readonly safe: string;
  readonly chainId: number;
}

interface Shown {
  readonly wallets: readonly TestWallet[];
  readonly networks: RelayedNetworks;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Shows the window of the other owner of a test Safe to whoever opens a link that waits for owners; of other Safes none. */
export function offerProposal(
  { hash, safe, chainId }: Proposed,
  { wallets, networks, signal }: Shown,
): void {
  const wallet = wallets.find(
    ({ contract }) => contract?.kind === 'safe' && sameAddress(contract.address, safe),
  );
  const network = Object.keys(networks).find((id) => TRUSTED[id]?.chainId === chainId);
  const rpcUrl = network && rpcUrlOf(networks, network);
  if (wallet === undefined || rpcUrl === undefined) return;
  offerOtherOwner({ wallet, chain: { chainId, rpcUrl }, hash });
  signal.addEventListener('abort', () => closeOtherOwner(hash));
}
