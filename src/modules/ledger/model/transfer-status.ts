import type { Machine } from '#kit/machine.ts';

/** Where a transfer stands. */
export type TransferStatus = 'seen' | 'confirmed' | 'finalized' | 'undone';

/** What can happen to a transfer. */
export type TransferEvent = 'deep_enough' | 'final' | 'block_vanished';

/**
 * Every legal transition of a transfer. Even a final block may vanish, after a node's false answer or
 * a reset of a local one, and its transfers are then undone like any others.
 */
export const chainTransferMachine: Machine<TransferStatus, TransferEvent> = {
  seen: { deep_enough: 'confirmed', block_vanished: 'undone' },
  confirmed: { final: 'finalized', block_vanished: 'undone' },
  finalized: { block_vanished: 'undone' },
  undone: {},
};
