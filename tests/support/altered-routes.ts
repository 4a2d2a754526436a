import { encodeFunctionData } from 'viem';
import { BRIDGES } from '#catalog/bridge.ts';
import type { RouteFee } from '#providers/route-provider.ts';
import { type RouteChanges, token } from './bridged-chains.ts';
import { TEST_TIME } from './context.ts';
import { abi, hex, OTHER, PAYEE, word } from './route-sample.ts';

const SECONDS = TEST_TIME.getTime() / 1_000;
const FEES_HIDDEN = 'more fees than the provider states';
const USDT = hex(token('USDT-arbitrum-one').address);
/** What the provider takes before the bridge, as it states it. */
const FEE: RouteFee = {
  name: 'Fee of the provider',
  chainId: 42_161,
  tokenAddress: USDT,
  symbol: 'USDT',
  decimals: 6,
  units: 200_000n,
  usd: undefined,
  isIncluded: true,
};
/** A route that takes that fee in a leg of its own. */
export const ROUTE_WITH_FEE: RouteChanges = {
  quote: { fees: [FEE] },
  bridge: { minAmount: 100_600_000n },
  legs: [
    {
      callTo: hex(BRIDGES['arbitrum-one'].feeForwarder),
      approveTo: hex(BRIDGES['arbitrum-one'].feeForwarder),
      sendingAssetId: USDT,
      receivingAssetId: USDT,
      fromAmount: 100_800_000n,
      callData: encodeFunctionData({
        abi,
        functionName: 'forwardERC20Fees',
        args: [USDT, [[hex(OTHER), 200_000n]]],
      }),
      requiresDeposit: true,
    },
  ],
};

/** Each as the only difference from a route that is offered. */
export const ALTERED_ROUTES: readonly (readonly [what: string, problem: string, RouteChanges])[] = [
  ['another called contract', 'the route has another contract', { to: OTHER }],
  [
    'another contract to approve',
    'another contract is to be approved',
    { quote: { approvalAddress: OTHER } },
  ],
  [
    'coins sent along',
    'the route has coins that are sent along',
    { quote: { transaction: { to: BRIDGES['arbitrum-one'].diamond, data: '0x', valueUnits: 1n } } },
  ],
  [
    'another entry point',
    'the route has calldata of another form',
    {
      quote: {
        transaction: { to: BRIDGES['arbitrum-one'].diamond, data: '0x36b92404', valueUnits: 0n },
      },
    },
  ],
  [
    'another source token',
    'another source token',
    {
      bridge: { sendingAssetId: hex(token('USDC-arbitrum-one').address) },
      across: { sendingAssetId: word(token('USDC-arbitrum-one').address) },
    },
  ],
  [
    'a larger source amount than quoted',
    'another source amount than quoted',
    { bridge: { minAmount: 100_800_001n } },
  ],
  [
    'a smaller source amount than quoted',
    'another source amount than quoted',
    { bridge: { minAmount: 100_799_999n } },
  ],
  [
    'another destination network',
    'another destination network',
    {
      bridge: { destinationChainId: 10n },
      across: { receiverAddress: word(BRIDGES.optimism.receiver) },
    },
  ],
  [
    'an unknown destination network',
    'the route has an unknown destination',
    { bridge: { destinationChainId: 999n } },
  ],
  [
    'another receiver',
    'the route has an unknown receiver',
    { across: { receiverAddress: word(OTHER) } },
  ],
  [
    'the receiver of another network',
    'the route has an unknown receiver',
    { across: { receiverAddress: word(BRIDGES.optimism.receiver) } },
  ],
  [
    'no call',
    'another receiver',
    {
      bridge: { hasDestinationCall: false, receiver: hex(PAYEE) },
      across: { message: '0x', receiverAddress: word(PAYEE) },
    },
  ],
  [
    'refunds to somebody else',
    'refunds go to somebody else',
    { across: { refundAddress: word(OTHER) } },
  ],
  ['another fallback', 'the fallback is somebody else', { fallback: OTHER }],
  [
    'another token that arrives',
    'another token arrives',
    {
      across: { receivingAssetId: word(token('USDT-base').address) },
      call: {
        sendingAssetId: hex(token('USDT-base').address),
        receivingAssetId: hex(token('USDT-base').address),
      },
    },
  ],
  [
    'less that arrives',
    'the route has a call that takes more than arrives',
    { across: { outputAmount: 100_499_999n } },
  ],
  [
    'another contract called there',
    'another contract is called on the destination',
    { call: { callTo: hex(OTHER), approveTo: hex(OTHER) } },
  ],
  ['another call there', 'another call on the destination', { call: { callData: '0xc219a14d' } }],
  [
    'a call that may take less',
    'the call may take another amount',
    { call: { fromAmount: 100_499_999n } },
  ],
  [
    'a quote that is too old',
    'the quote is too old',
    { across: { quoteTimestamp: SECONDS - 3_481 } },
  ],
  ['a quote of later', 'the quote is of later', { across: { quoteTimestamp: SECONDS + 61 } }],
  [
    'too little time to be filled',
    'too little time to arrive',
    { across: { fillDeadline: SECONDS + 299 } },
  ],
  [
    'more time than the bridge allows',
    'it may take longer than the bridge allows',
    { across: { fillDeadline: SECONDS + 21_661 } },
  ],
  [
    'less that arrives, and a call that takes less',
    'too little arrives',
    { across: { outputAmount: 100_499_999n }, call: { fromAmount: 100_499_999n } },
  ],
  ['fees that nobody states', FEES_HIDDEN, { ...ROUTE_WITH_FEE, quote: { fees: [] } }],
  [
    'more fees than are stated',
    FEES_HIDDEN,
    { ...ROUTE_WITH_FEE, quote: { fees: [{ ...FEE, units: 199_999n }] } },
  ],
  [
    'fees that are stated on top',
    FEES_HIDDEN,
    { ...ROUTE_WITH_FEE, quote: { fees: [{ ...FEE, isIncluded: false }] } },
  ],
  [
    'fees that are stated in another token',
    FEES_HIDDEN,
    { ...ROUTE_WITH_FEE, quote: { fees: [{ ...FEE, tokenAddress: OTHER }] } },
  ],
  [
    'fees that are stated on another network',
    FEES_HIDDEN,
    { ...ROUTE_WITH_FEE, quote: { fees: [{ ...FEE, chainId: 10 }] } },
  ],
  [
    'one relayer alone for longer than five minutes',
    'one relayer alone may fill it for too long',
    { across: { exclusiveRelayer: word(OTHER), exclusivityParameter: 301 } },
  ],
  [
    'one relayer alone until a time that is later',
    'one relayer alone may fill it for too long',
    { across: { exclusiveRelayer: word(OTHER), exclusivityParameter: SECONDS + 301 } },
  ],
  [
    'nobody alone for some time',
    'the route has an exclusive right of nobody',
    { across: { exclusivityParameter: 60 } },
  ],
  [
    'a deposit that nobody fills, as more is to arrive',
    'the deposit is worth less than what is to arrive',
    { across: { outputAmount: 100_800_001n } },
  ],
];
