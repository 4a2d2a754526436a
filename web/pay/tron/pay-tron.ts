/** Everything that a payment with a Tron wallet needs once one is chosen, loaded together. */
export { openCheck } from './check-tron.ts';
export { checkUnpaidOnTron } from './check-tron-unpaid.ts';

export { followTronApproval, followTronPayment } from './follow-tron.ts';
export { followTronFees, followTronFeesApproval } from './follow-tron-fees.ts';
export { signOnTron } from './sign-tron.ts';
