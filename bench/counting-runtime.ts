import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Runtime, systemRuntime } from '#chains/nodes/runtime.ts';
import { elapsedMs } from '#kit/clock.ts';

/** What was sent to nodes and came back. */
export interface NodeCost {
  /** Single calls, also of one request. */
  calls: number;
  requests: number;
  /** The bodies of requests and responses, and the messages of WebSockets. */
  bytes: number;
  /** The calls by method. */
  methods: Map<string, number>;
}

/** Nothing so far. */
export function newCost(): NodeCost {
  return { calls: 0, requests: 0, bytes: 0, methods: new Map() };
}

const Question = z.object({ method: z.string() });
const Questions = z.union([z.array(Question), Question.transform((one) => [one])]);

/** The machine, on a time that passes so many times as fast, and counting what is sent to nodes. */
export function countingRuntime(speed: number, cost: NodeCost): Runtime {
  return {
    elapsedMs: () => elapsedMs() * speed,
    sleep: (ms) => sleep(ms / speed),
    startTimer: (ms, run) => systemRuntime.startTimer(ms / speed, run),
    openHttpPool: (origin, options) => {
      const pool = systemRuntime.openHttpPool(origin, options);
      return {
        destroy: () => pool.destroy(),
        request: async (request) => {
          countRequest(cost, request.body ?? '');
          const response = await pool.request(request);
          return { ...response, body: response.body.pipe(countBytes(cost)) };
        },
      };
    },
    openWebSocket: (url) => {
      const socket = systemRuntime.openWebSocket(url);
      socket.addEventListener('message', ({ data }) => {
        cost.bytes += String(data).length;
      });
      return socket;
    },
  };
}

/** Counts a request and the calls in it. */
export function countRequest(cost: NodeCost, body: string): void {
  cost.requests += 1;
  cost.bytes += body.length;
  for (const { method } of Questions.parse(JSON.parse(body))) {
    cost.calls += 1;
    cost.methods.set(method, (cost.methods.get(method) ?? 0) + 1);
  }
}

function countBytes(cost: NodeCost): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      cost.bytes += chunk.length;
      done(null, chunk);
    },
  });
}
