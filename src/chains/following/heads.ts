import type { Runtime } from '../nodes/runtime.ts';
import type { BlockSource } from './block-source.ts';

/** Notifies of new heads. Their blocks are read by the caller. */
export interface HeadSubscription {
  /**
   * Resolves at the next new head, or once one may have been missed: after some block times while heads
   * arrive, at the polling interval while none do. A head since the last wait counts at once, unless it is
   * the block with the hash `known`, which was found without it.
   */
  wait(known: string | undefined, limits?: WaitLimits): Promise<'new_head' | 'waited'>;
  close(): void;
}

/** How long a wait for a new head may take. */
export interface WaitLimits {
  /** The polling interval of this wait, where it is another than usual. */
  readonly pollMs?: number | undefined;
  /** The longest in any case. */
  readonly mostMs?: number | undefined;
}

/** No subscription at all: it is polled. */
export function pollHeads(
  { sleep }: Pick<BlockSource['runtime'], 'sleep'>,
  pollMs: number,
): HeadSubscription {
  return {
    wait: async (_known, limits = {}) => {
      await sleep(Math.min(limits.pollMs ?? pollMs, limits.mostMs ?? Infinity));
      return 'waited';
    },
    close: () => undefined,
  };
}

/**
 * Begins to call back with the hash of each new block of a network, as a process can that runs its node itself. What it
 * returns ends that.
 */
export type ListenToHeads = (onHead: (hash: string) => void) => () => void;

/** A subscription to blocks of this process; it is polled beside that. */
export function listenToHeads(
  listen: ListenToHeads,
  { runtime, pollMs }: { readonly runtime: Pick<Runtime, 'startTimer'>; readonly pollMs: number },
): HeadSubscription {
  let newHash: string | undefined;
  let knownHash: string | undefined;
  let wake: (() => void) | undefined;
  const stopListening = listen((hash) => {
    if (hash === knownHash) return;
    newHash = hash;
    wake?.();
  });
  return {
    wait: async (known, limits = {}) => {
      knownHash = known;
      if (newHash === known) newHash = undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const waitMs = Math.min(limits.pollMs ?? pollMs, limits.mostMs ?? Infinity);
      const stopTimer = runtime.startTimer(waitMs, resolve);
      wake = resolve;
      if (newHash !== undefined) resolve();
      await promise;
      stopTimer();
      wake = undefined;
      const hasNewHead = newHash !== undefined;
      newHash = undefined;
      return hasNewHead ? 'new_head' : 'waited';
    },
    close: () => {
      stopListening();
      wake?.();
    },
  };
}
