import { z } from 'zod';
import { addressOf, isSet } from './http-request.ts';
import { parseRequest, TRANSIENT_CODES } from './node-error.ts';
import type { NodeParts, Routes } from './routes.ts';
import { parseAddress } from './transaction-json.ts';
import { CONTRACT_RESULTS } from './transaction-result.ts';

/** Most blocks that one command makes: each takes about a millisecond. */
const BLOCKS_MAX = 10_000;
/** Time is moved by at most two days, after which every resource has come back. */
const ADVANCE_MS_MAX = 172_800_000;
const count = z.int().min(0).max(BLOCKS_MAX);
const Mine = z.strictObject({
  blocks: count.default(1),
  advanceMs: z.int().min(0).max(ADVANCE_MS_MAX).default(0),
});
const Fork = z.strictObject({
  blocks: count.min(1).default(1),
  droppedTxIds: z.array(z.string()).optional(),
});
const units = z.int().min(0);
const Stake = z.looseObject({ energy: units.default(0), bandwidth: units.default(0) });
const Tokens = z.array(z.strictObject({ contract: z.string(), units })).default([]);
const Fund = z.looseObject({ sun: units.default(0), tokens: Tokens });
const Solidify = z.strictObject({ behind: count });
const NextBroadcast = z.strictObject({ code: z.enum(TRANSIENT_CODES) });
const NextResult = z.strictObject({ result: z.enum(CONTRACT_RESULTS) });

/** What no real node has: commands for tests and for people who try things out. */
export function controlRoutes({ chain }: NodeParts): Routes {
  const state = () => ({
    head: chain.head().number,
    solidified: chain.solidified().number,
    nowMs: chain.nowMs(),
  });
  return {
    state,
    mine: async (request) => {
      await chain.mine(parseRequest(Mine, request));
      return state();
    },
    fork: async (request) => {
      await chain.fork(parseRequest(Fork, request));
      return state();
    },
    stake: async (request) => {
      const { energy, bandwidth } = parseRequest(Stake, request);
      await chain.stake({
        address: addressOf(request, 'address'),
        energy: BigInt(energy),
        bandwidth: BigInt(bandwidth),
      });
      return state();
    },
    fund: async (request) => {
      const { sun, tokens } = parseRequest(Fund, request);
      await chain.fund({
        address: addressOf(request, 'address'),
        sun: BigInt(sun),
        tokens: tokens.map(({ contract, units }) => ({
          contract: parseAddress(contract, isSet(request, 'visible')),
          units: BigInt(units),
        })),
      });
      return state();
    },
    solidify: (request) => {
      chain.setSolidifiedBehind(parseRequest(Solidify, request).behind);
      return state();
    },
    'next-broadcast': (request) => {
      chain.refuseNextBroadcast(parseRequest(NextBroadcast, request).code);
      return state();
    },
    'next-result': (request) => {
      chain.forceNextResult(parseRequest(NextResult, request).result);
      return state();
    },
  };
}
