import { hostOwner } from '#kit/url.ts';
import type { NodeState } from '../chain.ts';
import { openAbsence } from './absence.ts';
import type { NodeRating } from './choose.ts';
import type { NodeConnection, OpenConnection } from './connection.ts';
import { isTrouble, NodeFailure, WrongChain } from './failure.ts';
import { type Health, type HealthParts, openHealth } from './health.ts';
import { nodeName } from './node-name.ts';
import { openTokenBucket } from './token-bucket.ts';

/** After this long, a node's chain id and head are read again, with the next request. */
const CHAIN_ID_VERIFIED_MS = 10_000;
/** The head is left out of that where an answer held it so recently; longer than a block of any network takes. */
const HEAD_KNOWN_MS = 30_000;

/**
 * The kind of a set of calls: a `read`; a `send`, which is never sent to two nodes at once; or
 * `foreign`, which runs code of unknown contracts, so that a failure or delay says nothing about the node.
 */
export type QueryKind = 'read' | 'send' | 'foreign';

/** One node, and its state in this process. */
export interface NetworkNode<Api> extends AnyNode {
  /**
   * Runs a set of calls on the node, and records their effect on its health. An unverified node's
   * chain id is read at the same time, and the node is not trusted before that answer.
   */
  query<Answer>(questions: (api: Api) => Promise<Answer>, kind: QueryKind): Promise<Answer>;
}

/** One node, whatever is sent to it. */
export interface AnyNode {
  /** Its place among the settings, from 1. */
  readonly label: string;
  readonly name: string;
  /** Who is taken to stand behind it; nodes of one owner are one where words are counted. */
  readonly owner: string;
  rating(): NodeRating;
  state(): NodeState;
  head(): bigint | undefined;
  overdueAfterMs(): number;
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
export interface NodeParts<Api>
  extends Pick<HealthParts, 'network' | 'log' | 'meter' | 'now' | 'runtime'> {
  /** Undefined sets no limit of our own. */
  readonly requestsPerSecond: number | undefined;
  readonly open: OpenConnection<Api>;
}

/** Prepares the connection to one node; without a request. */
export function openNode<Api>(
  parts: NodeParts<Api>,
  { url, position, headOfOthers }: NodeSettings,
): NetworkNode<Api> {
  const { runtime } = parts;
  const [label, name] = [`${position}`, nodeName(url, position)];
  const owner = hostOwner(new URL(url));
  const health = openHealth({ ...parts, label, name, headOfOthers });
  const { connection, verification } = connect(parts, { url, label, name, health });
  const absence = openAbsence();
  const probe = async () => {
    if (health.mayBeProbed()) {
      const answered = verification.verify().then(absence.answered);
      await answered.catch(() => absence.unanswered(runtime.elapsedMs()));
    }
    return absence.isAbsent(runtime.elapsedMs());
  };
  const query: NetworkNode<Api>['query'] = async (questions, kind) => {
    const startedAtMs = runtime.elapsedMs();
    health.begin();
    let settled: (() => void) | undefined;
    const stopTimer = runtime.startTimer(health.overdueAfterMs(), () => {
      if (kind === 'read') settled = health.overdue();
    });
    try {
      const [answer] = await Promise.all([
        questions(connection.api),
        verification.isDue() ? verification.verifyOnce({ mayOmitHead: true }) : undefined,
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
    close: connection.close,
  };
}

interface Connected extends Pick<NodeSettings, 'url'>, Pick<AnyNode, 'label' | 'name'> {
  readonly health: Health;
}

function connect<Api>(parts: NodeParts<Api>, { url, label, name, health }: Connected) {
  const { network, meter, requestsPerSecond, runtime } = parts;
  const connection = parts.open({
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
    onHead: (head) => verification.headArrived(head),
  });
  const verification = openVerification(parts, connection, health);
  return { connection, verification };
}

/** Makes sure again and again which chain a node serves. */
function openVerification<Api>(
  { network, runtime }: NodeParts<Api>,
  connection: NodeConnection<Api>,
  health: Health,
) {
  const { elapsedMs } = runtime;
  let verifiedAtMs: number | undefined;
  let goingOn = 0;
  let headKnownAtMs = Number.NEGATIVE_INFINITY;
  let headThatWaits: bigint | undefined;
  const report = (head: bigint) => {
    health.reported(head);
    headKnownAtMs = elapsedMs();
  };
  const verify = async ({ mayOmitHead = false } = {}) => {
    const isHeadKnown = mayOmitHead && elapsedMs() - headKnownAtMs <= HEAD_KNOWN_MS;
    const { chainId, head = headThatWaits } = await connection.readServedChain(isHeadKnown);
    if (chainId !== BigInt(network.chainId)) throw new WrongChain(chainId);
    if (head !== undefined) report(head);
    verifiedAtMs = elapsedMs();
  };
  return {
    verify,
    /** Heads that arrive together with the chain's id are reported once that is verified. */
    headArrived: (head: bigint) => {
      if (goingOn > 0) headThatWaits = head;
      else report(head);
    },
    isDue: () => verifiedAtMs === undefined || elapsedMs() - verifiedAtMs > CHAIN_ID_VERIFIED_MS,
    isGoingOn: () => goingOn > 0,
    reset: () => {
      verifiedAtMs = undefined;
      headKnownAtMs = Number.NEGATIVE_INFINITY;
    },
    verifyOnce: async ({ mayOmitHead = false } = {}) => {
      // A verified node needs one request; answers of an unverified one count only after verification.
      if (verifiedAtMs !== undefined) verifiedAtMs = elapsedMs();
      goingOn += 1;
      headThatWaits = undefined;
      try {
        await verify({ mayOmitHead });
      } catch (error) {
        verifiedAtMs = undefined;
        throw error;
      } finally {
        goingOn -= 1;
      }
    },
  };
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
