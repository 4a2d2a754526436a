import { createBatchPayoutEndpoint } from './create-batch-payout.ts';
import { createPayoutEndpoint } from './create-payout.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [createPayoutEndpoint, createBatchPayoutEndpoint];
