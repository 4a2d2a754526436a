import { createMulticallPayoutEndpoint } from './create-multicall-payout.ts';
import { listMulticallPayoutsEndpoint } from './list-multicall-payouts.ts';
import { viewMulticallPayoutEndpoint } from './view-multicall-payout.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  createMulticallPayoutEndpoint,
  listMulticallPayoutsEndpoint,
  viewMulticallPayoutEndpoint,
];
