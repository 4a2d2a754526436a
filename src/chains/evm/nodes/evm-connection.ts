import { type Client, createClient, custom, hexToBigInt } from 'viem';
import { z } from 'zod';
import type { NodeClient } from '../../nodes/client.ts';
import type { NodeConnection, NodeEndpoint } from '../../nodes/connection.ts';
import { openRpc, type Rpc, type RpcQuestion } from './rpc.ts';

/** An EVM network's nodes, each sent all simultaneous calls in one request. */
export type EvmNodeClient = NodeClient<Client>;

/** The connection to a node over its JSON-RPC; without a request. */
export function openEvmConnection(endpoint: NodeEndpoint): NodeConnection<Client> {
  const rpc = openRpc(endpoint);
  // Of a second client, whose heads are not reported before the chain is known.
  const verifying = clientOf(rpc, () => undefined);
  return {
    api: clientOf(rpc, endpoint.onHead),
    readServedChain: async (isHeadKnown) => {
      const [chainId, head] = await Promise.all([
        verifying.request({ method: 'eth_chainId' }),
        isHeadKnown ? undefined : verifying.request({ method: 'eth_blockNumber' }),
      ]);
      return { chainId: hexToBigInt(chainId), head: head && hexToBigInt(head) };
    },
    close: rpc.close,
  };
}

/** A client that queries once, and returns the head that came with the answer. */
function clientOf(rpc: Rpc, onHead: (head: bigint) => void): Client {
  const request = async (question: RpcQuestion) => {
    const result = await rpc.query(question);
    const head = headIn(question, result);
    if (head !== undefined) onHead(head);
    return result;
  };
  return createClient({ transport: custom({ request }, { retryCount: 0 }) });
}

const Latest = z.object({
  method: z.literal('eth_getBlockByNumber'),
  params: z.tuple([z.literal('latest')]).rest(z.unknown()),
});
const Numbered = z.object({ number: z.templateLiteral(['0x', z.string()]) });

function headIn(question: RpcQuestion, result: unknown): bigint | undefined {
  if (!Latest.safeParse(question).success) return undefined;
  const { data: block } = Numbered.safeParse(result);
  return block && hexToBigInt(block.number);
}
