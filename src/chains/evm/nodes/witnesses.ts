import { numberToHex } from 'viem';
import type { WitnessedFact, Witnesses } from '../../chain.ts';
import type { NodeClient } from '../client.ts';

/** Asks every node for the transaction's receipt and for the block of that number, in one request each. */
export async function countWitnesses(node: NodeClient, fact: WitnessedFact): Promise<Witnesses> {
  const { block, transactionHash } = fact;
  const said = await node.askEach((client) =>
    Promise.all([
      client.request({ method: 'eth_getTransactionReceipt', params: [transactionHash] }),
      client.request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(block.number), false],
      }),
    ]),
  );
  const counts = { agree: 0, disagree: 0, silent: 0 };
  for (const { label, answer } of said) {
    const [receipt, found] = answer ?? [null, null];
    if (found === null) counts.silent += 1;
    else if (found.hash === block.hash && receipt?.blockHash === block.hash) counts.agree += 1;
    else {
      counts.disagree += 1;
      node.meter.count('rpc_disagreements_total', { network: node.network.id, node: label });
    }
  }
  return counts;
}
