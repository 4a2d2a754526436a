import type { ChainFiles } from './chain-files.ts';
import type { SignedTransaction } from './transaction.ts';

/** Until when an id is kept at most: nothing can expire later. */
const KEPT_MS_MAX = 86_400_000;

/** Ids that were broadcast, accepted or not, until they expire: the node refuses them a second time. */
export class SeenIds {
  readonly #ids: Map<string, number>;
  readonly #files: ChainFiles | undefined;

  constructor(ids: ReadonlyMap<string, number>, files: ChainFiles | undefined) {
    this.#ids = new Map(ids);
    this.#files = files;
  }

  has(txId: string): boolean {
    return this.#ids.has(txId);
  }

  async add({ txId, raw }: SignedTransaction, nowMs: number): Promise<void> {
    const untilMs = Math.min(raw.expirationMs, nowMs + KEPT_MS_MAX);
    this.#ids.set(txId, untilMs);
    await this.#files?.addSeen({ seen: txId, untilMs });
  }

  /** Drops what has expired, and would be refused for that. */
  prune(nowMs: number): void {
    for (const [txId, untilMs] of this.#ids) if (untilMs < nowMs) this.#ids.delete(txId);
  }
}
