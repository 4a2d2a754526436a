import { Readable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { silentMeter } from '#platform/metrics.ts';
import type { HttpRequest } from '#platform/outbound/exchange.ts';
import { connectNodes } from '../../nodes/client.ts';
import { isTrouble } from '../../nodes/failure.ts';
import { type Runtime, systemRuntime } from '../../nodes/runtime.ts';
import { openTronConnection, type TronNodeClient } from './tron-api.ts';

const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const KEY = '0b5a1c9e-not-a-real-key';

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** A node with these answers; without one, blocks are those of the public network. */
function answering(answer: (path: string, body: unknown) => Answer | undefined) {
  const sent: HttpRequest[] = [];
  const blockOf = (body: unknown) =>
    typeof body === 'object' && body !== null && 'id_or_num' in body
      ? { blockID: GENESIS, block_header: { raw_data: { number: 0 } } }
      : { blockID: '00'.repeat(32), block_header: { raw_data: { number: 70_000_000 } } };
  const runtime: Runtime = {
    ...systemRuntime,
    openHttpPool: () => ({
      request: async (request) => {
        sent.push(request);
        const body: unknown = request.body === null ? undefined : JSON.parse(request.body);
        const said = answer(request.path, body) ?? { body: blockOf(body) };
        const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
        return {
          statusCode: said.status ?? 200,
          headers: {},
          body: Readable.from([Buffer.from(text)]),
        };
      },
      destroy: async () => undefined,
    }),
  };
  const node: TronNodeClient = connectNodes({
    network: NETWORKS.tron,
    rpcUrls: ['https://user:pass@tron.example.org/base?token=query-token'],
    requestsPerSecond: undefined,
    log: pino({ enabled: false }),
    meter: silentMeter,
    now: () => new Date(0),
    runtime,
    open: (endpoint) => openTronConnection(endpoint, { apiKey: KEY }),
  });
  return { node, sent };
}

const isCall = (path: string) => path.includes('triggerconstantcontract');
const call = (node: TronNodeClient) =>
  node.query((api) => api.post('wallet/triggerconstantcontract'));

describe('a node over the HTTP API', () => {
  it('gets posts with the key and the credentials of its URL, below the path of its URL', async () => {
    const { node, sent } = answering((path) =>
      isCall(path) ? { body: { energy_used: 5 } } : undefined,
    );
    expect(await call(node)).toEqual({ energy_used: 5 });
    const request = sent.find(({ path }) => isCall(path));
    expect(request).toMatchObject({
      method: 'POST',
      path: '/base/wallet/triggerconstantcontract?token=query-token',
      body: '{}',
    });
    expect(request?.headers).toMatchObject({
      'TRON-PRO-API-KEY': KEY,
      authorization: `Basic ${btoa('user:pass')}`,
    });
  });

  it('gets reads of the event service with their query', async () => {
    const { node, sent } = answering(() => undefined);
    await node.query((api) =>
      api.get('v1/contracts/T/events', { limit: 200, only_confirmed: true }),
    );
    expect(sent[0]).toMatchObject({
      method: 'GET',
      path: '/base/v1/contracts/T/events?token=query-token&limit=200&only_confirmed=true',
      body: null,
    });
  });

  it('is taken for the network whose chain id ends the id of its first block, and reports its head', async () => {
    const { node } = answering(() => undefined);
    await node.checkChainIds();
    expect(node.states()).toMatchObject([{ state: 'healthy', headNumber: 70_000_000n }]);
  });

  it('of a test network is refused', async () => {
    const blockID = '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e';
    const block = { blockID, block_header: { raw_data: { number: 0 } } };
    const { node } = answering(() => ({ body: block }));
    await expect(node.checkChainIds()).rejects.toThrow(
      'the node serves chain 2494104990, but Tron is chain 728126428',
    );
  });

  it('that answers an error with status 200 is well, and the words are passed on', async () => {
    const words = 'class org.tron.core.exception.ContractValidateException : no OwnerAccount.';
    const { node } = answering((path) => (isCall(path) ? { body: { Error: words } } : undefined));
    await expect(call(node)).rejects.toThrow(words);
    await expect(call(node)).rejects.toBeInstanceOf(Outage);
    expect(node.states()).toMatchObject([{ state: 'healthy', errors: 0 }]);
  });

  it.each<[string, Answer]>([
    [
      'overload',
      { body: { Error: 'class java.lang.IllegalAccessException : lack of computing resources' } },
    ],
    [
      'a gateway’s refusal',
      { status: 403, body: { Success: false, Error: 'no key', StatusCode: 403 } },
    ],
    ['a gateway’s refusal with status 200', { body: { Error: 'no key', StatusCode: 403 } }],
    ['HTTP 503', { status: 503, body: '<html>' }],
    ['HTTP 429', { status: 429, body: {} }],
    ['a page', { body: '<html>' }],
    ['half of an answer', { body: '{"energy_used":' }],
    ['a text', { body: '"text"' }],
  ])('fails by %s', async (_name, answer) => {
    const { node } = answering((path) => (isCall(path) ? answer : undefined));
    await expect(call(node)).rejects.toThrow(Outage);
    expect(node.states()[0]?.errors).toBeGreaterThan(0);
  });

  it('never shows its key or URL, also where it repeats them', async () => {
    const words = `bad key ${KEY} at https://tron.example.org/base?token=query-token`;
    const { node } = answering(() => ({ status: 403, body: { Error: words } }));
    const failing = call(node);
    await expect(failing).rejects.toThrow('bad key …');
    await expect(failing).rejects.not.toThrow(/not-a-real-key|query-token|tron\.example/);
    expect(JSON.stringify(node.states()[0]?.lastError)).not.toMatch(/not-a-real-key|query-token/);
  });

  it('that refuses a request has not failed', async () => {
    const refusing = answering((path) =>
      isCall(path) ? { body: { Error: 'class X : words' } } : undefined,
    );
    const seen: unknown[] = [];
    await refusing.node
      .query((api) => api.post('wallet/triggerconstantcontract').catch((error) => seen.push(error)))
      .catch(() => undefined);
    expect(seen.map(isTrouble)).toEqual([false]);
  });
});
