import type { Machine } from '#kit/machine.ts';

/**
 * Where a transfer stands. `held` waits for a decision about who sent it, and `refused` for its account to release it; neither counts.
 */
export type TransferStatus = 'seen' | 'held' | 'refused' | 'confirmed' | 'finalized' | 'undone';

/** What can happen to a transfer. */
export type TransferEvent =
  | 'deep_enough'
  | 'payer_undecided'
  | 'payer_refused'
  | 'payer_accepted'
  | 'final'
  | 'block_vanished';

/**
 * Every legal transition of a transfer. Even a final block may vanish, after a node's false answer or
 * a reset of a local one, and its transfers are then undone like any others.
 */
export const chainTransferMachine: Machine<TransferStatus, TransferEvent> = {
  seen: {
    deep_enough: 'confirmed',
    payer_undecided: 'held',
    payer_refused: 'refused',
    block_vanished: 'undone',
  },
  held: { payer_accepted: 'seen', payer_refused: 'refused', block_vanished: 'undone' },
  refused: { payer_accepted: 'seen', payer_undecided: 'held', block_vanished: 'undone' },
  confirmed: { final: 'finalized', block_vanished: 'undone' },
  finalized: { block_vanished: 'undone' },
  undone: {},
};
