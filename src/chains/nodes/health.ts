import type { Network } from '#catalog/networks.ts';
import type { Clock } from '#kit/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Meter } from '#platform/metrics.ts';
import { openBreaker } from '#platform/outbound/circuit-breaker.ts';
import type { NodeState } from '../chain.ts';
import type { NodeRating } from './choose.ts';
import { NodeFailure, reasonOf, WrongChain } from './failure.ts';
import type { Runtime } from './runtime.ts';

/** How much the newest answer counts in what a node usually takes. */
const LATENCY_SHARE = 0.2;
/** A node this far behind the others lags; less is what news of a block takes to get around. */
const LAG_MS = 15_000;
const LAG_BLOCKS_MIN = 3;
/** A request is overdue after so many times what its node usually takes, and never before this. */
const OVERDUE_TIMES = 4;
const OVERDUE_MS_MIN = 250;
/** How long others are preferred to a node whose answers did not fit together. */
const SUSPECT_MS = 10_000;

/** The node, and where changes of its health are reported. */
export interface HealthParts {
  readonly network: Network;
  /** Stands for the node in metrics, where it is its place alone, and in words. */
  readonly label: string;
  readonly name: string;
  readonly log: Log;
  readonly meter: Meter;
  readonly now: Clock;
  readonly runtime: Runtime;
  /** The newest block that the other nodes confirm. */
  headOfOthers(): bigint | undefined;
}

/** The health of one node in this process; it changes with every answer and every failure. */
export interface Health {
  rating(): NodeRating;
  state(): Omit<NodeState, 'owner'>;
  /** The newest block that it reported; undefined while it is unverified. */
  head(): bigint | undefined;
  /** When a request that begins now will be overdue, in milliseconds. */
  overdueAfterMs(): number;
  /** Records that a request begins. Throws `NodeFailure` while the circuit is open. */
  begin(): void;
  /** Records that a request takes too long; its answer ends that. */
  overdue(): () => void;
  whyLeftAlone(): NodeFailure;
  /** Records that the node's answers cannot be used, though each by itself is valid. */
  markSuspect(): void;
  /** Records how long one exchange took, in milliseconds. */
  answered(ms: number): void;
  reported(head: bigint): void;
  succeeded(): void;
  failed(error: unknown, startedAtMs: number): void;
  /** Records the end of a request that has no result about the node. */
  ended(): void;
  /** Whether it may be probed, also while its circuit is open after failures. */
  mayBeProbed(): boolean;
}

/** The health of a node without history, which counts as healthy. */
export function openHealth(parts: HealthParts): Health {
  const { network, label, name, log, meter } = parts;
  const { elapsedMs } = parts.runtime;
  const breaker = openBreaker();
  const head = openHead(parts);
  const about = { network: network.id, node: name };
  let latencyMs: number | undefined;
  let isWrongChain = false;
  let overdue = 0;
  let suspectUntilMs = Number.NEGATIVE_INFINITY;
  let errors = 0;
  let lastError: string | undefined;
  const isOut = () => isWrongChain || breaker.passage(elapsedMs()) !== 'open';
  const stateNow = () => {
    if (isWrongChain) return 'wrong_chain';
    if (isOut()) return 'suspended';
    return breaker.failures > 0 ? 'failing' : 'healthy';
  };
  const whyLeftAlone = () => new NodeFailure(`not queried after: ${lastError ?? 'a failure'}`);
  return {
    whyLeftAlone,
    markSuspect: () => {
      suspectUntilMs = elapsedMs() + SUSPECT_MS;
    },
    rating: () => {
      const passage = breaker.passage(elapsedMs());
      const isSuspect = overdue > 0 || elapsedMs() < suspectUntilMs;
      return { passage, isWrongChain, isLagging: head.isLagging(), isSuspect, latencyMs };
    },
    state: () => ({
      name,
      state: stateNow(),
      errors,
      ...head.reported(),
      ...(latencyMs !== undefined && { latencyMs }),
      ...(lastError !== undefined && { lastError }),
    }),
    head: () => (isOut() ? undefined : head.reported().headNumber),
    overdueAfterMs: () => Math.max(OVERDUE_TIMES * (latencyMs ?? 0), OVERDUE_MS_MIN),
    begin: () => {
      if (isWrongChain || !breaker.begin(elapsedMs())) throw whyLeftAlone();
      meter.count('rpc_requests_total', { network: network.id, node: label });
    },
    overdue: () => {
      overdue += 1;
      return () => {
        overdue -= 1;
      };
    },
    answered: (ms) => {
      latencyMs = latencyMs === undefined ? ms : latencyMs + LATENCY_SHARE * (ms - latencyMs);
    },
    reported: head.update,
    succeeded: () => {
      if (breaker.succeeded(elapsedMs())) log.info(about, 'a node is back');
    },
    failed: (error, startedAtMs) => {
      errors += 1;
      lastError = reasonOf(error);
      meter.count('rpc_errors_total', { network: network.id, node: label });
      if (error instanceof WrongChain && !isWrongChain) {
        isWrongChain = true;
        log.error({ ...about, reason: lastError }, 'a node serves another chain and is not used');
      }
      const wasOut = isOut();
      const retryAfterMs = error instanceof NodeFailure ? error.retryAfterMs : undefined;
      const restMs = breaker.failed({ startedAtMs, nowMs: elapsedMs(), retryAfterMs });
      if (restMs !== undefined && !wasOut) {
        log.warn({ ...about, reason: lastError, restMs }, 'a node is not queried for a while');
      }
    },
    ended: breaker.ended,
    mayBeProbed: () => !breaker.hasAskedForRest(elapsedMs()),
  };
}

/** What a node reported about the newest block, and whether that was behind the block that the others agree on. */
function openHead({ network, name, log, now, headOfOthers }: HealthParts) {
  const lagBlocks = BigInt(Math.max(LAG_BLOCKS_MIN, Math.ceil(LAG_MS / network.blockTimeMs)));
  let reported: Pick<NodeState, 'headNumber' | 'headAt'> = {};
  let isLagging = false;
  return {
    reported: () => reported,
    isLagging: () => isLagging,
    update: (number: bigint) => {
      reported = { headNumber: number, headAt: now() };
      const behind = (headOfOthers() ?? number) - number;
      if (behind > lagBlocks && !isLagging) {
        const about = { network: network.id, node: name, behind: String(behind) };
        log.warn(about, 'a node lags behind the others');
      }
      isLagging = behind > lagBlocks;
    },
  };
}
