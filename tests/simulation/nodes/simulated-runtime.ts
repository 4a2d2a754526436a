import { Readable } from 'node:stream';
import type { Runtime } from '#chains/nodes/runtime.ts';
import type { HttpPool, HttpResponse } from '#platform/outbound/exchange.ts';
import type { FakeNode } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import type { NodeFaults } from './rpc-node.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** What an answer takes at least, and by how much it differs. */
const LATENCY_MS = 15;
const LATENCY_SPREAD_MS = 40;

/** What is sent may be carried out though no answer comes: so often. */
const BROADCAST = '/wallet/broadcasthex';
const KEPT_SHARE = 0.5;

/** A node as it is reached: what is wrong with it, and what it answers to a path and a body. */
export interface SimulatedNode {
  readonly node: FakeNode;
  readonly faults: NodeFaults;
  answer(path: string, body: string): string;
}

/** The nodes of all networks, by the hosts of their URLs. */
export type NodesByHost = ReadonlyMap<string, SimulatedNode>;

/**
 * The machine of one process of the simulation: its time, and connections to nodes in memory. Everything
 * above the sockets is the adapter's own: HTTP's status, JSON, batching, time-outs.
 */
export function simulatedRuntime(
  time: SimulatedTime,
  { nodes, dice }: { readonly nodes: NodesByHost; readonly dice: Dice },
): Runtime {
  const { elapsedMs, sleep, startTimer } = time;
  return {
    elapsedMs,
    sleep,
    startTimer,
    openHttpPool: (origin) => {
      const node = nodes.get(new URL(origin).hostname);
      if (node === undefined) throw new Error(`there is no node at ${origin}`);
      return openPool(node, { time, dice });
    },
    openWebSocket: (url) => {
      throw new Error(`nothing listens at ${url}`);
    },
  };
}

interface PoolParts {
  readonly time: SimulatedTime;
  readonly dice: Dice;
}

function openPool(node: SimulatedNode, { time, dice }: PoolParts): HttpPool {
  return {
    destroy: async () => undefined,
    request: ({ path, body, signal }) =>
      new Promise<HttpResponse>((resolve, reject) => {
        const { faults } = node;
        const arrivesMs = LATENCY_MS + dice.below(LATENCY_SPREAD_MS) + faults.slowMs;
        const isHanging = faults.hanging > 0 && dice.isHit(faults.hanging);
        const isFailing = faults.failing > 0 && dice.isHit(faults.failing);
        const respond = () => {
          if (isFailing) resolve(responseOf(502, 'Bad Gateway'));
          else if (!isHanging) resolve(responseOf(200, node.answer(path, body ?? '')));
        };
        const stopTimer = time.startTimer(arrivesMs, () => {
          if (node.node.isDown) return reject(refused());
          const isSent = path === BROADCAST && (isFailing || isHanging);
          // It arrived, and the answer is lost.
          if (isSent && dice.isHit(KEPT_SHARE)) node.answer(path, body ?? '');
          respond();
        });
        signal.addEventListener('abort', () => {
          stopTimer();
          reject(signal.reason);
        });
      }),
  };
}

function refused(): Error {
  return Object.assign(new Error('the connection was refused'), { code: 'ECONNREFUSED' });
}

function responseOf(statusCode: number, text: string): HttpResponse {
  return { statusCode, headers: {}, body: Readable.from([Buffer.from(text)]) };
}
