import { pino } from 'pino';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';

/** What encodes and decodes the calls of a network as a connected one does; no node is queried. */
export function stepCalls(network: NetworkId): Required<Pick<Chain, 'prepare' | 'readStep'>> {
  const { prepare, readStep } = evmChain({
    network: NETWORKS[network],
    rpcUrls: ['http://127.0.0.1:9'],
    pollMs: undefined,
    log: pino({ level: 'silent' }),
  });
  if (readStep === undefined) throw new Error('calls of this family are read');
  return { prepare, readStep };
}
