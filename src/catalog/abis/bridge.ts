import { parseAbi, parseAbiParameters } from 'viem';

// Written by hand from the published interfaces of LI.FI, Across and Uniswap: names and types only.

/** Data of a route that every bridge of LI.FI shares. */
const BRIDGE_DATA =
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }';
const SWAP_DATA =
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }';
const ACROSS_DATA =
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }';
const RELAY_DATA =
  'struct RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }';
const EXECUTION_INFO =
  'struct RelayExecutionInfo { bytes32 updatedRecipient; bytes32 updatedMessageHash; uint256 updatedOutputAmount; uint8 fillType; }';

/** The two entry points of the diamond that a route may use, and the event of each. */
export const diamondAbi = parseAbi([
  BRIDGE_DATA,
  SWAP_DATA,
  ACROSS_DATA,
  'function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridgeData, SwapData[] swapData, AcrossV4Data acrossData) payable',
  'event LiFiTransferStarted(BridgeData bridgeData)',
]);

/** What the bridge hands to the receiver: an id, the calls to make, and the fallback address. */
export const messageParameters = parseAbiParameters([
  'bytes32 transactionId, SwapData[] swapData, address receiver',
  SWAP_DATA,
]);

/** Sends fees in a token to their receivers. */
export const feeForwarderAbi = parseAbi([
  'struct FeeDistribution { address recipient; uint256 amount; }',
  'function forwardERC20Fees(address token, FeeDistribution[] distributions)',
]);

/** Swaps one token to another, of which at least some amount must come out. */
export const swapRouterAbi = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
]);

/** What the receiver or the executor reports of the embedded call. */
export const receiverAbi = parseAbi([
  'event LiFiTransferCompleted(bytes32 indexed transactionId, address asset, address receiver, uint256 amount, uint256 timestamp)',
  'event LiFiTransferRecovered(bytes32 indexed transactionId, address asset, address receiver, uint256 amount, uint256 timestamp)',
  'function handleV3AcrossMessage(address tokenSent, uint256 amount, address relayer, bytes message)',
]);

/** Deposits, fills and refunds of the spoke pool. */
export const spokePoolAbi = parseAbi([
  RELAY_DATA,
  EXECUTION_INFO,
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'function fillRelay(RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)',
  'function fillStatuses(bytes32 relayHash) view returns (uint256)',
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, RelayExecutionInfo relayExecutionInfo)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
]);

/** What identifies a deposit on its destination: this, hashed together with that network's chain id. */
export const relayParameters = parseAbiParameters([
  'RelayData relayData, uint256 destinationChainId',
  RELAY_DATA,
]);
