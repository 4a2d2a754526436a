import { elapsedMs } from '#kit/clock.ts';
import type { BlockContents } from './block.ts';
import type { ChainFiles } from './chain-files.ts';
import type { Evm } from './evm.ts';

/** What a start has to run again at most is what came in this time. */
const INTERVAL_MS = 5_000;
/** A state that takes long to write is written less often: a twentieth of the time at most. */
const SHARE = 20;

/** Writes the state of the EVM now and then, if it changed. */
export class EvmSaves {
  readonly #evm: Evm;
  readonly #files: ChainFiles;
  #isChanged = false;
  #dueAt = elapsedMs() + INTERVAL_MS;

  constructor(evm: Evm, files: ChainFiles) {
    this.#evm = evm;
    this.#files = files;
  }

  /** Notes that the EVM's state is not the written one any more. */
  change(): void {
    this.#isChanged = true;
  }

  /** Writes the state, which is that after this block, if it is time to. */
  async save(block: BlockContents, { isForced = false } = {}): Promise<void> {
    const start = elapsedMs();
    if (!this.#isChanged || (!isForced && start < this.#dueAt)) return;
    await this.#files.writeEvmState(block, await this.#evm.dumpState());
    this.#isChanged = false;
    const end = elapsedMs();
    this.#dueAt = end + Math.max(INTERVAL_MS, SHARE * (end - start));
  }
}
