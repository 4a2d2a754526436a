import type { Machine } from '#kit/machine.ts';

/** Where a transfer stands. */
export type TransferStatus = 'seen' | 'confirmed' | 'finalized' | 'undone';

/** What can happen to a transfer. */
export type TransferEvent = 'deep_enough' | 'final' | 'block_vanished';

/**
 * Every legal move of a transfer. Even a final block may vanish, where a node lied or a local one
 * was reset, and what it held is then taken back like anything else.
 */
export const chainTransferMachine: Machine<TransferStatus, TransferEvent> = {
  seen: { deep_enough: 'confirmed', block_vanished: 'undone' },
  confirmed: { final: 'finalized', block_vanished: 'undone' },
  finalized: { block_vanished: 'undone' },
  undone: {},
};
