import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { silentMeter } from '#platform/metrics.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { connectNodes } from '../nodes/client.ts';
import { systemRuntime } from '../nodes/runtime.ts';
import { openTronConnection } from './nodes/tron-api.ts';
import { readHeadBeside } from './read-headers.ts';

const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const HEAD = 100;
const idOf = (number: number) => number.toString(16).padStart(64, '0');
const headerOf = (number: number) => ({
  blockID: number === 0 ? GENESIS : idOf(number),
  block_header: { raw_data: { number, parentHash: idOf(Math.max(number - 1, 0)) } },
});

/** A node whose newest block is the hundredth, and the numbers that headers were asked for. */
async function countedNode() {
  const asked: (string | undefined)[] = [];
  const server = await startHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { id_or_num: number } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    asked.push(number);
    response.end(JSON.stringify(headerOf(Number(number ?? HEAD))));
  });
  const network = { ...NETWORKS.tron, hashedFrom: undefined };
  const node = connectNodes({
    network,
    rpcUrls: [server.url],
    requestsPerSecond: undefined,
    log: pino({ enabled: false }),
    meter: silentMeter,
    now: () => new Date(0),
    runtime: systemRuntime,
    open: (endpoint) => openTronConnection(endpoint),
  });
  // The first query verifies the chain.
  await readHeadBeside(node, {});
  asked.length = 0;
  return {
    node,
    asked,
    [Symbol.asyncDispose]: async () => {
      await node.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

it.each([
  ['the newest block', 100, [undefined, undefined]],
  ['the block before it', 99, [undefined, undefined]],
  ['an older block', 98, [undefined, undefined, '98']],
])('a poll asks for %s by no more than the headers that name it', async (_, number, wanted) => {
  await using counted = await countedNode();
  const head = await readHeadBeside(counted.node, { besideNumber: BigInt(number) });
  expect(head.beside).toBe(`0x${idOf(number)}`);
  expect(counted.asked).toEqual(wanted);
});
