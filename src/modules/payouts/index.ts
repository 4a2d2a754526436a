export { createBatchPayout } from './create-batch-payout.ts';
export { createPayout } from './create-payout.ts';
