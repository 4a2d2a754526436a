/** The screens with a bill, those that need calldata first, and their calls of a wallet, loaded together. */

export { Allowances } from './allowances.tsx';
export { Elsewhere, loadElsewhere } from './elsewhere.tsx';
export { followApproval, followPayment } from './follow-transaction.ts';
export { billedMessages } from './messages/en/billed.ts';
export { rememberPayees } from './paid-before.ts';
export { feesPaid } from './paid-fees.ts';
export { Approving } from './screens/approving.tsx';
export { NoGas } from './screens/no-gas.tsx';
export { NotAllowed } from './screens/not-allowed.tsx';
export { OtherWallet } from './screens/other-wallet.tsx';
export { Receipt } from './screens/receipt.tsx';
export { Reverted } from './screens/reverted.tsx';
export { Review } from './screens/review.tsx';
export { Short } from './screens/short.tsx';
export { Signing } from './screens/signing.tsx';
export { spokenBilled } from './screens/spoken.ts';
export { Stale } from './screens/stale.tsx';
export { Switching } from './screens/switching.tsx';
export { Unpayable } from './screens/unpayable.tsx';
export { sign } from './sign.ts';
export { noteSpent, spentOn } from './spent.ts';
export { Unpaid } from './unpaid/unpaid.tsx';
export { awaitRate, openAnnounced, requote, switchChain } from './while-reviewing.ts';
