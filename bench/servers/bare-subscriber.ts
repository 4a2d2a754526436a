import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Pool } from 'undici';
import { keccak256 } from 'viem';
import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { PROXY_EVENT_TOPIC } from '#chains/events/decode.ts';
import { manyLink } from '../../tests/support/many-links.ts';
import { referencesUpTo } from '../payments-on-a-chain.ts';

// The least that reports payments: a subscription announces each block, whose events are fetched and posted with a
// signature, as many at once as Florin does. It believes the event, keeps nothing and posts nothing again.
const { rpcUrl, receiverUrl, secret, references } = z
  .object({
    rpcUrl: z.string(),
    receiverUrl: z.string(),
    secret: z.string(),
    references: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const IN_FLIGHT = 32;
const pool = new Pool(new URL(receiverUrl).origin, { connections: IN_FLIGHT, pipelining: 1 });
const requestOf = new Map(
  referencesUpTo(references).map((reference, at) => [
    keccak256(reference),
    manyLink(at + 1).requestId,
  ]),
);

const Header = z.object({ hash: z.string() });
const Message = z.object({
  method: z.literal('eth_subscription').optional(),
  params: z.object({ result: Header }).optional(),
  result: z.unknown().optional(),
});
const Logs = z.array(z.object({ topics: z.array(z.string()), transactionHash: z.string() }));

const socket = new WebSocket(rpcUrl.replace(/^http/, 'ws'));
await once(socket, 'open');
let id = 0;
const call = (method: string, params: readonly unknown[]) => {
  id += 1;
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
};
const address = CONTRACTS.sepolia.erc20FeeProxy;
socket.addEventListener('message', ({ data }) => {
  const { params, result } = Message.parse(JSON.parse(String(data)));
  if (params !== undefined) {
    const filter = { blockHash: params.result.hash, address, topics: [PROXY_EVENT_TOPIC] };
    call('eth_getLogs', [filter]);
  }
  const logs = Logs.safeParse(result);
  for (const { topics, transactionHash } of logs.data ?? []) {
    const requestId = requestOf.get(z.templateLiteral(['0x', z.string()]).parse(topics[1]));
    void post(JSON.stringify({ event: 'payment.confirmed', requestId, txHash: transactionHash }));
  }
});

async function post(body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
  };
  const answer = await pool.request({ method: 'POST', path: '/hook', headers, body });
  await answer.body.dump();
}

process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.once('message', () => call('eth_subscribe', ['newHeads']));
process.send?.({ isReady: true, secret });
