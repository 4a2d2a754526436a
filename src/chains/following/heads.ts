import type { BlockSource } from './block-source.ts';

/** Notifies of new heads. Their blocks are read by the caller. */
export interface HeadSubscription {
  /**
   * Resolves at the next new head, or once one may have been missed: after some block times while heads
   * arrive, at the polling interval while none do. A head since the last wait counts at once, unless it is
   * the block with the hash `known`, which was found without it. Never waits longer than `mostMs`.
   */
  wait(known: string | undefined, mostMs?: number): Promise<'new_head' | 'waited'>;
  close(): void;
}

/** No subscription at all: it is polled. */
export function pollHeads(
  { sleep }: Pick<BlockSource['runtime'], 'sleep'>,
  pollMs: number,
): HeadSubscription {
  return {
    wait: async (_known, mostMs = pollMs) => {
      await sleep(Math.min(pollMs, mostMs));
      return 'waited';
    },
    close: () => undefined,
  };
}
