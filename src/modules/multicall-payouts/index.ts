export { createMulticallPayout } from './create-multicall-payout.ts';
export { findMulticallPayout } from './find-multicall-payout.ts';
export { MulticallCalldata } from './model/calldata-shape.ts';
export { MulticallDetails, SAMPLE_DETAILS } from './model/details-shape.ts';
export {
  isOfOneChain,
  isPaid,
  type MulticallChild,
  type MulticallPayout,
  statusOf,
} from './model/multicall-payout.ts';
export { prepareMulticallByRoutes } from './prepare-by-routes.ts';
export { executableChildren, ordersOf, prepareMulticall } from './prepare-multicall.ts';
export { refreshMulticallPayouts } from './refresh-multicall-payouts.ts';
export { showMulticallPayout } from './view-multicall-payout.ts';
