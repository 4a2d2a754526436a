import { BaseError, type Client, createClient, http } from 'viem';
import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { NodeState } from '../chain.ts';

/** How long one answer of a node may take before the next node is asked. */
const REQUEST_TIMEOUT_MS = 5_000;
/** One more try smooths over a dropped connection; longer failures are the caller's to pace. */
const RETRIES = 1;
const RETRY_DELAY_MS = 100;
/** Public nodes refuse larger batches. */
const BATCH_CALLS_MAX = 50;

/** A network's nodes, asked in their order, each with everything that is due at once in one request. */
export interface NodeClient {
  readonly network: Network;
  /**
   * Runs questions to one node, all of them to the same: two nodes need not know the same blocks, and
   * a block's logs from one that lags look like a block without any. When one question fails, all are
   * put to the next node. Failures become an `Outage` without the nodes' URLs.
   */
  ask<Answer>(questions: (client: Client) => Promise<Answer>): Promise<Answer>;
  /** Puts questions to every node at once; undefined where one does not answer. */
  askEach<Answer>(
    questions: (client: Client) => Promise<Answer>,
  ): Promise<readonly (Answer | undefined)[]>;
  states(): readonly NodeState[];
}

/** Prepares the connection; nothing is asked yet. */
export function connectNode(network: Network, rpcUrls: readonly string[]): NodeClient {
  const clients = rpcUrls.map((url) =>
    createClient({
      transport: http(url, {
        batch: { batchSize: BATCH_CALLS_MAX },
        timeout: REQUEST_TIMEOUT_MS,
        retryCount: RETRIES,
        retryDelay: RETRY_DELAY_MS,
      }),
    }),
  );
  return {
    network,
    states: () => clients.map((_, i) => ({ name: `${i + 1}`, state: 'healthy', errors: 0 })),
    askEach: (questions) =>
      Promise.all(clients.map((client) => questions(client).catch(() => undefined))),
    ask: async (questions) => {
      const reasons: string[] = [];
      for (const client of clients) {
        try {
          return await questions(client);
        } catch (error) {
          reasons.push(reasonOf(error));
        }
      }
      throw new Outage(`no node of ${network.name} gave an answer: ${reasons.join('; ')}`);
    },
  };
}

/** The words of a failure without the node's URL, which often holds a key. */
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details ?? ''}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}
