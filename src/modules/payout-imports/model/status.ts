import type { Machine } from '#kit/machine.ts';

/** Where an import may stand, as its table allows. */
export const PAYOUT_IMPORT_STATUSES = ['running', 'completed', 'stopped'] as const;

/** Where an import stands. */
export type PayoutImportStatus = (typeof PAYOUT_IMPORT_STATUSES)[number];

/** Every legal move of an import. */
export const payoutImportMachine: Machine<PayoutImportStatus, 'all_done' | 'stop'> = {
  running: { all_done: 'completed', stop: 'stopped' },
  completed: {},
  stopped: {},
};

/** Where a row of an import may stand, as its table allows. */
export const PAYOUT_IMPORT_ROW_STATUSES = ['waiting', 'created', 'refused', 'stopped'] as const;

/** Where a row of an import stands. */
export type PayoutImportRowStatus = (typeof PAYOUT_IMPORT_ROW_STATUSES)[number];

/** Every legal move of a row: a payout that exists is never taken back by its import. */
export const payoutImportRowMachine: Machine<PayoutImportRowStatus, 'create' | 'refuse' | 'stop'> =
  {
    waiting: { create: 'created', refuse: 'refused', stop: 'stopped' },
    created: {},
    refused: {},
    stopped: {},
  };
