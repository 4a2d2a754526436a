import { encodeAbiParameters, encodeFunctionData, pad, parseAbi, parseAbiParameters } from 'viem';
import { BRIDGES } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { TokenPayment } from '#chains/chain.ts';
import { destinationCall } from '#chains/evm/bridge/destination-call.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** The functions that routes call, from the published lines and apart from those that the decoder reads: a mistake in one of them shows. */
export const abi = parseAbi([
  'function startBridgeTokensViaAcrossV4((bytes32,string,string,address,address,address,uint256,uint256,bool,bool),(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes))',
  'function swapAndStartBridgeTokensViaAcrossV4((bytes32,string,string,address,address,address,uint256,uint256,bool,bool),(address,address,address,address,uint256,bytes,bool)[],(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes))',
  'function forwardERC20Fees(address,(address,uint256)[])',
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
]);
const messageTypes = parseAbiParameters(
  'bytes32, (address,address,address,address,uint256,bytes,bool)[], address',
);

/** Who pays, is refunded and gets what a call leaves. */
export const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Somebody else. */
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** Who is paid. */
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Where a fee of zero goes. */
export const NOBODY = '0x000000000000000000000000000000000000dEaD';
/** The zero address. */
export const ZERO = '0x0000000000000000000000000000000000000000';
/** The provider's id of the route. */
export const ROUTE_ID: Hex = `0x${'12'.repeat(32)}`;
/** USDT on Arbitrum. */
export const SOURCE_USDT = hex('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9');
/** USDC on Arbitrum. */
export const SOURCE_USDC = hex('0xaf88d065e77c8cC2239327C5EDb3A432268e5831');
/** USDC on Base. */
export const OUTPUT_USDC = hex('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913');
/** When the route was quoted, in seconds. */
export const QUOTED_AT = 1_795_000_000;
/** When it must be filled, in seconds. */
export const FILL_BY = QUOTED_AT + 7_200;
/** When its swap must be made, in seconds. */
export const SWAP_BY = QUOTED_AT + 1_200;

/** What the route pays on Base. */
export const payment: TokenPayment = {
  kind: 'token',
  tokenAddress: OUTPUT_USDC,
  payeeAddress: PAYEE,
  paymentReference: '0xc76f55e1f975d199',
  feeAddress: NOBODY,
  amountUnits: 100_000000n,
  feeUnits: 500000n,
};
/** The call of the fee proxy on Base. */
export const paid = destinationCall(CONTRACTS.base.erc20FeeProxy, payment);

/** A text that is hex. */
export function hex(text: string | undefined): Hex {
  if (text === undefined || !isHex(text)) throw new TypeError(`${text} is no hex`);
  return text;
}
/** An address in a word of 32 bytes. */
export const word = (address: string) => pad(hex(address.toLowerCase()));

/** The embedded call, as the bridge carries it. */
export const CALL = {
  callTo: hex(paid.to),
  approveTo: hex(paid.to),
  sendingAssetId: OUTPUT_USDC,
  receivingAssetId: OUTPUT_USDC,
  fromAmount: 100_500000n,
  callData: paid.data,
  requiresDeposit: true,
};
/** A leg of a route before the bridge, or a call after it. */
export type Leg = typeof CALL;
const tupleOf = (leg: Leg) =>
  [
    leg.callTo,
    leg.approveTo,
    leg.sendingAssetId,
    leg.receivingAssetId,
    leg.fromAmount,
    leg.callData,
    leg.requiresDeposit,
  ] as const;

/** What the bridge hands to the receiver. */
export const messageOf = (calls: readonly Leg[], fallback: string = PAYER) =>
  encodeAbiParameters(messageTypes, [ROUTE_ID, calls.map(tupleOf), hex(fallback)]);

/** The first argument of a route. */
const BRIDGE = {
  transactionId: ROUTE_ID,
  bridge: 'across',
  integrator: 'florin',
  referrer: hex(ZERO),
  sendingAssetId: SOURCE_USDT,
  receiver: hex(PAYER),
  minAmount: 101_000000n,
  destinationChainId: 8_453n,
  hasSourceSwaps: false,
  hasDestinationCall: true,
};
/** The last argument of a route. */
const ACROSS = {
  receiverAddress: word(BRIDGES.base.receiver),
  refundAddress: word(PAYER),
  sendingAssetId: word(SOURCE_USDT),
  receivingAssetId: word(OUTPUT_USDC),
  outputAmount: 100_600000n,
  outputAmountMultiplier: 10n ** 18n,
  exclusiveRelayer: word(ZERO),
  quoteTimestamp: QUOTED_AT,
  fillDeadline: FILL_BY,
  exclusivityParameter: 0,
  message: messageOf([CALL]),
};

/** What a route has otherwise. */
export interface Changes {
  readonly bridge?: Partial<typeof BRIDGE>;
  readonly across?: Partial<typeof ACROSS>;
  readonly legs?: readonly Leg[];
}

/** The calldata of a route from Arbitrum to Base, with changes. */
export function dataOf({ bridge, across, legs }: Changes = {}): Hex {
  const one = { ...BRIDGE, ...bridge };
  const two = { ...ACROSS, ...across };
  const bridgeData = [
    one.transactionId,
    one.bridge,
    one.integrator,
    one.referrer,
    one.sendingAssetId,
    one.receiver,
    one.minAmount,
    one.destinationChainId,
    one.hasSourceSwaps,
    one.hasDestinationCall,
  ] as const;
  const acrossData = [
    two.receiverAddress,
    two.refundAddress,
    two.sendingAssetId,
    two.receivingAssetId,
    two.outputAmount,
    two.outputAmountMultiplier,
    two.exclusiveRelayer,
    two.quoteTimestamp,
    two.fillDeadline,
    two.exclusivityParameter,
    two.message,
  ] as const;
  if (legs === undefined) {
    const functionName = 'startBridgeTokensViaAcrossV4';
    return encodeFunctionData({ abi, functionName, args: [bridgeData, acrossData] });
  }
  const functionName = 'swapAndStartBridgeTokensViaAcrossV4';
  return encodeFunctionData({
    abi,
    functionName,
    args: [bridgeData, legs.map(tupleOf), acrossData],
  });
}
