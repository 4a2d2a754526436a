import type { Client, RpcBlock } from 'viem';
import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { pointOf, readBlock, timeOf } from '../blocks.ts';

/** The newest block of a node, and the newest that is final. */
export interface Ends {
  readonly headNumber: bigint;
  readonly headTime: Date;
  readonly finalNumber: bigint;
}

/** Both in one request. Where the node calls no block final, the network's depth counts. */
export async function readEnds(client: Client, network: Network): Promise<Ends> {
  const [latest, finalized] = await Promise.all([
    readBlock(client, network, 'latest'),
    // Nodes of some networks have no such tag.
    readBlock(client, network, 'finalized').catch(() => null),
  ]);
  if (latest === null) throw new Outage(`a node of ${network.name} returned no newest block`);
  const headNumber = pointOf(latest).number;
  return {
    headNumber,
    headTime: timeOf(latest),
    finalNumber: finalUpTo(network, headNumber, finalized),
  };
}

/** A block above the head is not final, whatever a node returns. */
function finalUpTo({ finalized }: Network, headNumber: bigint, tagged: RpcBlock | null): bigint {
  const number = tagged === null ? undefined : pointOf(tagged).number;
  if (number !== undefined && number <= headNumber) return number;
  const depth = BigInt(finalized.by === 'depth' ? finalized.blocks : finalized.fallbackBlocks);
  return headNumber > depth ? headNumber - depth : 0n;
}
