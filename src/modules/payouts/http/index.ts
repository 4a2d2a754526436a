import { createBatchPayoutEndpoint } from './create-batch-payout.ts';
import { createPayoutEndpoint } from './create-payout.ts';

/** The endpoints of this room, for the processes that serve them. */
export const endpoints = [createPayoutEndpoint, createBatchPayoutEndpoint];
