import { parseAbi, parseAbiParameters } from 'viem';

// Written by hand from the published interfaces of commerce-payments and of the wrapper around it: names and types only.

const PAYMENT_INFO =
  'struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }';
const AUTH_PARAMS =
  'struct AuthParams { bytes8 paymentReference; address payer; address merchant; address operator; address token; uint256 amount; uint256 maxAmount; uint256 preApprovalExpiry; uint256 authorizationExpiry; uint256 refundExpiry; address tokenCollector; bytes collectorData; }';
const CHARGE_PARAMS =
  'struct ChargeParams { bytes8 paymentReference; address payer; address merchant; address operator; address token; uint256 amount; uint256 maxAmount; uint256 preApprovalExpiry; uint256 authorizationExpiry; uint256 refundExpiry; uint16 feeBps; address feeReceiver; address tokenCollector; bytes collectorData; }';

/** The name of the structured type whose hash stands before a payment's members, as the escrow writes it. */
export const PAYMENT_INFO_TYPE =
  'PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)';

/** A payment's members after the hash of their type. */
export const paymentInfoParameters = parseAbiParameters(['bytes32, PaymentInfo', PAYMENT_INFO]);

/** What the escrow does for operators and payers, what it reports and why it refuses. */
export const escrowAbi = parseAbi([
  PAYMENT_INFO,
  'function authorize(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function charge(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData, uint16 feeBps, address feeReceiver)',
  'function capture(PaymentInfo paymentInfo, uint256 amount, uint16 feeBps, address feeReceiver)',
  'function void(PaymentInfo paymentInfo)',
  'function reclaim(PaymentInfo paymentInfo)',
  'function refund(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function getHash(PaymentInfo paymentInfo) view returns (bytes32)',
  'function paymentState(bytes32 paymentInfoHash) view returns (bool hasCollectedPayment, uint120 capturableAmount, uint120 refundableAmount)',
  'function getTokenStore(address operator) view returns (address)',
  'event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector)',
  'event PaymentCharged(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector, uint16 feeBps, address feeReceiver)',
  'event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver)',
  'event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector)',
  'error InvalidSender(address sender, address expected)',
  'error ZeroAmount()',
  'error AmountOverflow(uint256 amount, uint256 limit)',
  'error ExceedsMaxAmount(uint256 amount, uint256 maxAmount)',
  'error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry)',
  'error InvalidExpiries(uint48 preApproval, uint48 authorization, uint48 refund)',
  'error FeeBpsOverflow(uint16 feeBps)',
  'error InvalidFeeBpsRange(uint16 minFeeBps, uint16 maxFeeBps)',
  'error FeeBpsOutOfRange(uint16 feeBps, uint16 minFeeBps, uint16 maxFeeBps)',
  'error ZeroFeeReceiver()',
  'error InvalidFeeReceiver(address attempted, address expected)',
  'error InvalidCollectorForOperation()',
  'error TokenCollectionFailed()',
  'error PaymentAlreadyCollected(bytes32 paymentInfoHash)',
  'error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry)',
  'error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorizedAmount, uint256 requestedAmount)',
  'error ZeroAuthorization(bytes32 paymentInfoHash)',
  'error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry)',
  'error AfterRefundExpiry(uint48 timestamp, uint48 expiry)',
  'error RefundExceedsCapture(uint256 refund, uint256 captured)',
]);

/** What the collectors take from payers and operators, and who calls them beside the escrow. */
export const collectorAbi = parseAbi([
  PAYMENT_INFO,
  'function preApprove(PaymentInfo paymentInfo)',
  'function isPreApproved(bytes32 paymentInfoHash) view returns (bool)',
  'function collectorType() view returns (uint8)',
  'function authCaptureEscrow() view returns (address)',
  'event PaymentPreApproved(bytes32 indexed paymentInfoHash)',
  'error PaymentNotPreApproved(bytes32 paymentInfoHash)',
  'error PaymentAlreadyPreApproved(bytes32 paymentInfoHash)',
]);

/** The wrapper, which is never called from here: what it does with our references is reported to operators. */
export const escrowWrapperAbi = parseAbi([
  AUTH_PARAMS,
  CHARGE_PARAMS,
  'function authorizePayment(AuthParams params)',
  'function chargePayment(ChargeParams params)',
  'function capturePayment(bytes8 paymentReference, uint256 captureAmount, uint16 feeBps, address feeReceiver)',
  'function voidPayment(bytes8 paymentReference)',
  'function reclaimPayment(bytes8 paymentReference)',
  'function refundPayment(bytes8 paymentReference, uint256 refundAmount, address tokenCollector, bytes collectorData)',
  'function getPaymentState(bytes8 paymentReference) view returns (bool hasCollectedPayment, uint120 capturableAmount, uint120 refundableAmount)',
  'event PaymentAuthorized(bytes8 indexed paymentReference, address payer, address merchant, address token, uint256 amount, bytes32 commercePaymentHash)',
  'event PaymentCharged(bytes8 indexed paymentReference, address payer, address merchant, address token, uint256 amount, bytes32 commercePaymentHash)',
  'event PaymentCaptured(bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 capturedAmount, address merchant)',
  'event PaymentVoided(bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 voidedAmount, address payer)',
  'event PaymentReclaimed(bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 reclaimedAmount, address payer)',
  'event PaymentRefunded(bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 refundedAmount, address payer)',
]);
