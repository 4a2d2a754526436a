import { type Client, createClient, custom, hexToBigInt } from 'viem';
import { z } from 'zod';
import { hostOwner } from '#kit/url.ts';
import type { NodeState } from '../../chain.ts';
import { openAbsence } from './absence.ts';
import type { NodeRating } from './choose.ts';
import { isTrouble, NodeFailure, WrongChain } from './failure.ts';
import { type Health, type HealthParts, openHealth } from './health.ts';
import { nodeName } from './node-name.ts';
import { openRpc, type Rpc, type RpcQuestion } from './rpc.ts';
import { openTokenBucket } from './token-bucket.ts';

/** After this long, a node's chain id and head are read again, with the next request. */
const CHAIN_ID_VERIFIED_MS = 10_000;

/**
 * The kind of a set of calls: a `read`; a `send`, which is never sent to two nodes at once; or
 * `foreign`, which runs code of unknown contracts, so that a failure or delay says nothing about the node.
 */
export type QueryKind = 'read' | 'send' | 'foreign';

/** One node, and its state in this process. */
export interface RpcNode {
  /** Its place among the settings, from 1. */
  readonly label: string;
  readonly name: string;
  /** Who is taken to stand behind it; nodes of one owner are one where words are counted. */
  readonly owner: string;
  rating(): NodeRating;
  state(): NodeState;
  head(): bigint | undefined;
  overdueAfterMs(): number;
  /**
   * Runs a set of calls on the node, and records their effect on its health. An unverified node's
   * chain id is read in the same request, and the node is not trusted before that answer.
   */
  query<Answer>(questions: (client: Client) => Promise<Answer>, kind: QueryKind): Promise<Answer>;
  /** Reads chain id and head alone. Throws `WrongChain`, or any other failure. */
  verifyChainId(): Promise<void>;
  /** Whether chain id and head are due, and no request for them is running. */
  isUnverified(): boolean;
  markSuspect(): void;
  /**
   * Reads chain id and head alone, also while the circuit is open after failures, and returns
   * whether the node has answered nothing for so long that it is no delay of single answers.
   */
  isAbsent(): Promise<boolean>;
  /** Why it may not be queried now. */
  whyLeftAlone(): NodeFailure;
  close(): Promise<void>;
}

/** Where a node is. */
export interface NodeSettings {
  readonly url: string;
  /** Among the settings, from 1. */
  readonly position: number;
  headOfOthers(): bigint | undefined;
}

/** What all nodes of a network share. */
export interface NodeParts
  extends Pick<HealthParts, 'network' | 'log' | 'meter' | 'now' | 'runtime'> {
  /** Undefined sets no limit of our own. */
  readonly requestsPerSecond: number | undefined;
}

/** Prepares the connection to one node; without a request. */
export function openNode(parts: NodeParts, { url, position, headOfOthers }: NodeSettings): RpcNode {
  const { runtime } = parts;
  const [label, name] = [`${position}`, nodeName(url, position)];
  const owner = hostOwner(new URL(url));
  const health = openHealth({ ...parts, label, name, headOfOthers });
  const rpc = connect(parts, { url, label, name, health });
  const verification = openVerification(parts, rpc, health);
  // Heads that arrive together with the chain's id are reported once that is verified.
  const client = clientOf(rpc, (head) => {
    if (!verification.isGoingOn()) health.reported(head);
  });
  const absence = openAbsence();
  const probe = async () => {
    if (health.mayBeProbed()) {
      const answered = verification.verify().then(absence.answered);
      await answered.catch(() => absence.unanswered(runtime.elapsedMs()));
    }
    return absence.isAbsent(runtime.elapsedMs());
  };
  const query: RpcNode['query'] = async (questions, kind) => {
    const startedAtMs = runtime.elapsedMs();
    health.begin();
    let settled: (() => void) | undefined;
    const stopTimer = runtime.startTimer(health.overdueAfterMs(), () => {
      if (kind === 'read') settled = health.overdue();
    });
    try {
      const [answer] = await Promise.all([
        questions(client),
        verification.isDue() ? verification.verifyOnce() : undefined,
      ]);
      health.succeeded();
      absence.answered();
      return answer;
    } catch (error) {
      if (isBlamed(error, kind)) {
        health.failed(error, startedAtMs);
        // Measures soon whether the node was slow once or is slow now.
        verification.reset();
      } else health.ended();
      if (!isTrouble(error)) absence.answered();
      throw error;
    } finally {
      stopTimer();
      settled?.();
    }
  };
  return {
    label,
    name,
    owner,
    rating: health.rating,
    state: () => ({ ...health.state(), owner }),
    head: health.head,
    overdueAfterMs: health.overdueAfterMs,
    query,
    verifyChainId: () => query(() => verification.verifyOnce(), 'read'),
    isUnverified: () => verification.isDue() && !verification.isGoingOn(),
    whyLeftAlone: health.whyLeftAlone,
    markSuspect: health.markSuspect,
    isAbsent: probe,
    close: rpc.close,
  };
}

interface Connected extends Pick<NodeSettings, 'url'>, Pick<RpcNode, 'label' | 'name'> {
  readonly health: Health;
}

function connect(parts: NodeParts, { url, label, name, health }: Connected): Rpc {
  const { network, meter, requestsPerSecond, runtime } = parts;
  return openRpc({
    url,
    name,
    runtime,
    acquire:
      requestsPerSecond === undefined ? undefined : openTokenBucket(requestsPerSecond, runtime),
    onAnswered: (methods, ms) => {
      health.answered(ms);
      for (const method of methods) {
        const labels = { network: network.id, node: label, method };
        meter.observe('rpc_request_seconds', labels, ms / 1_000);
      }
    },
  });
}

/** Makes sure again and again which chain a node serves. */
function openVerification({ network, runtime }: NodeParts, rpc: Rpc, health: Health) {
  const { elapsedMs } = runtime;
  let verifiedAtMs: number | undefined;
  let goingOn = 0;
  const client = clientOf(rpc, () => undefined);
  const verify = async () => {
    const [chainId, head] = await Promise.all([
      client.request({ method: 'eth_chainId' }),
      client.request({ method: 'eth_blockNumber' }),
    ]);
    const served = hexToBigInt(chainId);
    if (served !== BigInt(network.chainId)) throw new WrongChain(served);
    health.reported(hexToBigInt(head));
    verifiedAtMs = elapsedMs();
  };
  return {
    verify,
    isDue: () => verifiedAtMs === undefined || elapsedMs() - verifiedAtMs > CHAIN_ID_VERIFIED_MS,
    isGoingOn: () => goingOn > 0,
    reset: () => {
      verifiedAtMs = undefined;
    },
    verifyOnce: async () => {
      // A verified node needs one request; answers of an unverified one count only after verification.
      if (verifiedAtMs !== undefined) verifiedAtMs = elapsedMs();
      goingOn += 1;
      try {
        await verify();
      } catch (error) {
        verifiedAtMs = undefined;
        throw error;
      } finally {
        goingOn -= 1;
      }
    },
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

/** Failures that are not the node's do not count: code of unknown contracts, and transactions that it refused. */
function isBlamed(error: unknown, kind: QueryKind): boolean {
  switch (kind) {
    case 'read':
      return isTrouble(error);
    case 'send':
      return error instanceof NodeFailure;
    case 'foreign':
      return error instanceof WrongChain;
  }
}
