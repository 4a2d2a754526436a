/** Everything that a payment with a Tron wallet needs once one is chosen, loaded together. */
export { openCheck } from './check-tron.ts';

export { followTronApproval, followTronPayment } from './follow-tron.ts';
export { signOnTron } from './sign-tron.ts';
