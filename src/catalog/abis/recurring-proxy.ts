import { parseAbi } from 'viem';

// Written by hand from the published interface of ERC20RecurringPaymentProxy 0.1.0: names and types only.

/** What a payer signs for a schedule, in the contract's order. */
export const SCHEDULE_PERMIT_FIELDS = [
  { name: 'subscriber', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'feeAddress', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'feeAmount', type: 'uint128' },
  { name: 'relayerFee', type: 'uint128' },
  { name: 'periodSeconds', type: 'uint32' },
  { name: 'firstPayment', type: 'uint32' },
  { name: 'totalPayments', type: 'uint8' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'strictOrder', type: 'bool' },
] as const;

/** The functions that are called and read, those of its owner included, and its errors. */
export const recurringProxyAbi = parseAbi([
  'struct SchedulePermit { address subscriber; address token; address recipient; address feeAddress; uint128 amount; uint128 feeAmount; uint128 relayerFee; uint32 periodSeconds; uint32 firstPayment; uint8 totalPayments; uint256 nonce; uint256 deadline; bool strictOrder; }',
  'function triggerRecurringPayment(SchedulePermit p, bytes signature, uint8 index, bytes paymentReference)',
  'function triggeredPaymentsBitmap(bytes32 digest) view returns (uint256)',
  'function lastPaymentIndex(bytes32 digest) view returns (uint8)',
  'function erc20FeeProxy() view returns (address)',
  'function paused() view returns (bool)',
  'function RELAYER_ROLE() view returns (bytes32)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function owner() view returns (address)',
  'function setRelayer(address oldRelayer, address newRelayer)',
  'function setFeeProxy(address newProxy)',
  'function pause()',
  'function unpause()',
  'error ERC20RecurringPaymentProxy__BadSignature()',
  'error ERC20RecurringPaymentProxy__SignatureExpired()',
  'error ERC20RecurringPaymentProxy__IndexTooLarge()',
  'error ERC20RecurringPaymentProxy__PaymentOutOfOrder()',
  'error ERC20RecurringPaymentProxy__IndexOutOfBounds()',
  'error ERC20RecurringPaymentProxy__NotDueYet()',
  'error ERC20RecurringPaymentProxy__AlreadyPaid()',
  'error ERC20RecurringPaymentProxy__ZeroAddress()',
]);
