import { createMulticallPayoutEndpoint } from './create-multicall-payout.ts';
import { viewMulticallPayoutEndpoint } from './view-multicall-payout.ts';

/** The endpoints of this room, for the processes that serve them. */
export const endpoints = [createMulticallPayoutEndpoint, viewMulticallPayoutEndpoint];
