import type { World } from '../world.ts';
import { proposalOf } from './read-proposal.ts';

/** In the sandbox whoever opens a link that waits for owners of the test Safe is the one who has not signed. */
export async function offerOwner({ config, signal }: World, body: unknown): Promise<void> {
  const { testWallets: wallets, networks } = config;
  const { hash, safe, chainId, isExecuted } = proposalOf(body);
  if (wallets === undefined || hash === undefined || safe === undefined || isExecuted) return;
  const { offerProposal } = await import('../../wallet/test-proposal.ts');
  if (!signal.aborted && chainId !== undefined)
    offerProposal({ hash, safe, chainId }, { wallets, networks, signal });
}
