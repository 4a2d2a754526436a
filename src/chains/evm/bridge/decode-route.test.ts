import { encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import {
  abi,
  CALL,
  type Changes,
  dataOf,
  FILL_BY,
  hex,
  type Leg,
  messageOf,
  NOBODY,
  OTHER,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  paid,
  QUOTED_AT,
  ROUTE_ID,
  SOURCE_USDC,
  SOURCE_USDT,
  SWAP_BY,
  word,
  ZERO,
} from '../../../../tests/support/route-sample.ts';
import type { DecodedRoute, RefusedRoute } from '../../bridge.ts';
import { decodeRoute } from './decode-route.ts';

const { diamond, feeForwarder, swapRouter } = BRIDGES['arbitrum-one'];
const decode = (data: Hex, to: string = diamond, valueUnits = 0n) =>
  decodeRoute(NETWORKS['arbitrum-one'], BRIDGES['arbitrum-one'], { to, data, valueUnits });
const decodeWith = (changes: Changes) => decode(dataOf(changes));

function routeOf(decoded: DecodedRoute | RefusedRoute): DecodedRoute {
  if ('refused' in decoded) throw new Error(decoded.refused);
  return decoded;
}

const ROUTE: DecodedRoute = {
  routeId: ROUTE_ID,
  bridge: 'across',
  integrator: 'florin',
  spender: diamond,
  sourceToken: SOURCE_USDT,
  sourceUnits: 101_000000n,
  swaps: [],
  fees: [],
  feeUnits: 0n,
  depositToken: SOURCE_USDT,
  depositUnits: 101_000000n,
  destinationChainId: 8_453,
  receiver: BRIDGES.base.receiver,
  refundAddress: PAYER,
  fallbackAddress: PAYER,
  outputToken: OUTPUT_USDC,
  leastOutputUnits: 100_600000n,
  call: { to: paid.to, data: paid.data, units: 100_500000n },
  deadlines: {
    source: new Date((QUOTED_AT + 3_600) * 1_000),
    bridge: new Date(FILL_BY * 1_000),
    swap: undefined,
  },
  exclusivity: undefined,
};

describe('a route without swaps', () => {
  it('is decoded word by word', () => {
    expect(decode(dataOf())).toEqual(ROUTE);
  });

  it.each<[string, number, DecodedRoute['exclusivity']]>([
    ['nothing', 0, undefined],
    ['seconds', 31_536_000, { forMs: 31_536_000_000 }],
    ['a time', 31_536_001, { until: new Date(31_536_001_000) }],
  ])('says how long one relayer alone may fill, by %s', (_, exclusivityParameter, exclusivity) => {
    const across = { exclusiveRelayer: word(OTHER), exclusivityParameter };
    expect(decodeWith({ across })).toEqual({ ...ROUTE, exclusivity });
  });

  it('is the same in upper-case digits and with the contract in lower case', () => {
    const data = hex(`0x${dataOf().slice(2).toUpperCase()}`);
    expect(decode(data, diamond.toLowerCase())).toMatchObject({ sourceUnits: 101_000000n });
  });

  it('without a call pays the receiver', () => {
    const bridge = { hasDestinationCall: false, receiver: hex(PAYEE) };
    const decoded = decodeWith({ bridge, across: { message: '0x', receiverAddress: word(PAYEE) } });
    expect(decoded).toEqual({ ...ROUTE, receiver: PAYEE, fallbackAddress: PAYEE, call: undefined });
  });

  it.each<[string, Changes, Partial<DecodedRoute>]>([
    [
      'id',
      { bridge: { transactionId: `0x${'13'.repeat(32)}` } },
      { routeId: `0x${'13'.repeat(32)}` },
    ],
    ['bridge', { bridge: { bridge: 'hop' } }, { bridge: 'hop' }],
    ['integrator', { bridge: { integrator: 'x' } }, { integrator: 'x' }],
    ['amount', { bridge: { minAmount: 1n } }, { sourceUnits: 1n, depositUnits: 1n }],
    ['refund address', { across: { refundAddress: word(OTHER) } }, { refundAddress: OTHER }],
    [
      'fallback address',
      { across: { message: messageOf([CALL], OTHER) } },
      { fallbackAddress: OTHER },
    ],
    ['output', { across: { outputAmount: 100_500000n } }, { leastOutputUnits: 100_500000n }],
    [
      'called contract',
      {
        across: {
          message: messageOf([{ ...CALL, callTo: hex(OTHER), approveTo: hex(OTHER) }]),
        },
      },
      { call: { ...paidCall(), to: OTHER } },
    ],
    [
      'call',
      { across: { message: messageOf([{ ...CALL, callData: '0x1234' }]) } },
      { call: { ...paidCall(), data: '0x1234' } },
    ],
    [
      'amount of the call',
      { across: { message: messageOf([{ ...CALL, fromAmount: 7n }]) } },
      { call: { ...paidCall(), units: 7n } },
    ],
    [
      'time of the quote',
      { across: { quoteTimestamp: 0 } },
      { deadlines: { ...ROUTE.deadlines, source: new Date(3_600_000) } },
    ],
    [
      'fill deadline',
      { across: { fillDeadline: 5 } },
      { deadlines: { ...ROUTE.deadlines, bridge: new Date(5_000) } },
    ],
  ])('with another %s says so', (_, changes, expected) => {
    expect(decodeWith(changes)).toEqual({ ...ROUTE, ...expected });
  });

  it('to another network or in another token says so', () => {
    const USDT_BSC = '0x55d398326f99059fF775485246999027B3197955';
    const message = messageOf([{ ...CALL, sendingAssetId: USDT_BSC, receivingAssetId: ZERO }]);
    const decoded = decodeWith({
      bridge: { destinationChainId: 56n, sendingAssetId: SOURCE_USDC },
      across: { receivingAssetId: word(USDT_BSC), sendingAssetId: word(SOURCE_USDC), message },
    });
    expect(decoded).toEqual({
      ...ROUTE,
      sourceToken: SOURCE_USDC,
      depositToken: SOURCE_USDC,
      destinationChainId: 56,
      receiver: BRIDGES.bsc.receiver,
      outputToken: USDT_BSC,
    });
  });
});

function paidCall() {
  return { to: paid.to, data: paid.data, units: 100_500000n };
}

describe('a route with fees and a swap before the bridge', () => {
  const fees = [
    [PAYEE, 200000n],
    [NOBODY, 300000n],
  ] as const;
  const feeData = (
    token: Hex = SOURCE_USDT,
    distributions: readonly (readonly [Hex, bigint])[] = fees,
  ) => encodeFunctionData({ abi, functionName: 'forwardERC20Fees', args: [token, distributions] });
  const FEE: Leg = {
    callTo: hex(feeForwarder),
    approveTo: hex(feeForwarder),
    sendingAssetId: SOURCE_USDT,
    receivingAssetId: SOURCE_USDT,
    fromAmount: 101_500000n,
    callData: feeData(),
    requiresDeposit: true,
  };
  const swapData = (changes: { recipient?: string; by?: bigint; input?: bigint; to?: Hex } = {}) =>
    encodeFunctionData({
      abi,
      functionName: 'exactInputSingle',
      args: [
        [
          SOURCE_USDT,
          changes.to ?? SOURCE_USDC,
          100,
          hex(changes.recipient ?? diamond),
          changes.by ?? BigInt(SWAP_BY),
          changes.input ?? 101_000000n,
          100_900000n,
          0n,
        ],
      ],
    });
  const SWAP: Leg = {
    ...FEE,
    callTo: hex(swapRouter),
    approveTo: hex(swapRouter),
    receivingAssetId: SOURCE_USDC,
    fromAmount: 101_000000n,
    callData: swapData(),
    requiresDeposit: false,
  };
  const swapped = {
    bridge: { hasSourceSwaps: true, sendingAssetId: SOURCE_USDC, minAmount: 100_800000n },
    across: {
      sendingAssetId: word(SOURCE_USDC),
      outputAmount: 1n,
      outputAmountMultiplier: 998n * 10n ** 15n,
    },
  };
  const LEAST_OUTPUT = (100_800000n * 998n) / 1_000n;

  it('is decoded leg by leg, and its least output follows from the least amount', () => {
    expect(decodeWith({ ...swapped, legs: [FEE, SWAP] })).toEqual({
      ...ROUTE,
      sourceUnits: 101_500000n,
      fees: [
        { recipient: PAYEE, units: 200000n },
        { recipient: NOBODY, units: 300000n },
      ],
      feeUnits: 500000n,
      swaps: [
        {
          target: swapRouter,
          tool: 'uniswap',
          inputToken: SOURCE_USDT,
          inputUnits: 101_000000n,
          outputToken: SOURCE_USDC,
          leastOutputUnits: 100_900000n,
          deadline: new Date(SWAP_BY * 1_000),
        },
      ],
      depositToken: SOURCE_USDC,
      depositUnits: 100_800000n,
      leastOutputUnits: LEAST_OUTPUT,
      deadlines: {
        ...ROUTE.deadlines,
        swap: { at: new Date(SWAP_BY * 1_000), tool: 'uniswap' },
      },
    });
  });

  it('may have fees only', () => {
    const decoded = decodeWith({ bridge: { hasSourceSwaps: true }, legs: [FEE] });
    expect(routeOf(decoded)).toMatchObject({
      sourceUnits: 101_500000n,
      feeUnits: 500000n,
      depositUnits: 101_000000n,
      leastOutputUnits: 101_000000n,
    });
  });

  it.each<[string, readonly Leg[]]>([
    ['no legs', []],
    ['too many legs', [FEE, FEE, FEE, FEE, FEE, SWAP]],
    ['an unknown target', [FEE, { ...SWAP, callTo: hex(OTHER), approveTo: hex(OTHER) }]],
    ['an unknown spender', [FEE, { ...SWAP, approveTo: hex(OTHER) }]],
    ['a first leg that takes nothing from the payer', [{ ...FEE, requiresDeposit: false }, SWAP]],
    ['a second leg that takes more from the payer', [FEE, { ...SWAP, requiresDeposit: true }]],
    ['a fee in another token', [{ ...FEE, callData: feeData(SOURCE_USDC) }, SWAP]],
    [
      'fees above the amount',
      [{ ...FEE, callData: feeData(SOURCE_USDT, [[OTHER, 101_500000n]]) }, SWAP],
    ],
    ['a fee leg that returns another token', [{ ...FEE, receivingAssetId: SOURCE_USDC }, SWAP]],
    ['a fee with trailing bytes', [{ ...FEE, callData: hex(`${feeData()}00`) }, SWAP]],
    [
      'a swap of less than is left',
      [FEE, { ...SWAP, fromAmount: 100_000000n, callData: swapData({ input: 100_000000n }) }],
    ],
    ['a swap that says another amount', [FEE, { ...SWAP, callData: swapData({ input: 1n }) }]],
    [
      'a swap whose tokens go elsewhere',
      [FEE, { ...SWAP, callData: swapData({ recipient: OTHER }) }],
    ],
    ['a swap to another token', [FEE, { ...SWAP, callData: swapData({ to: OUTPUT_USDC }) }]],
    ['a swap without an end', [FEE, { ...SWAP, callData: swapData({ by: 2n ** 255n }) }]],
    ['a swap with trailing bytes', [FEE, { ...SWAP, callData: hex(`${swapData()}00`) }]],
    ['a fee after the swap', [{ ...SWAP, requiresDeposit: true }, FEE]],
  ])('is refused with %s', (_, legs) => {
    expect(decodeWith({ ...swapped, legs })).toHaveProperty('refused');
  });

  it('is refused where more is deposited than the legs leave', () => {
    const bridge = { ...swapped.bridge, minAmount: 100_900001n };
    expect(decodeWith({ ...swapped, bridge, legs: [FEE, SWAP] })).toHaveProperty('refused');
  });

  it('is refused where another token is deposited than the legs leave', () => {
    const bridge = { ...swapped.bridge, sendingAssetId: SOURCE_USDT };
    const across = { ...swapped.across, sendingAssetId: word(SOURCE_USDT) };
    expect(decodeWith({ bridge, across, legs: [FEE, SWAP] })).toHaveProperty('refused');
  });
});

describe('calldata is refused that', () => {
  it.each<[string, Changes]>([
    ['says that there are swaps', { bridge: { hasSourceSwaps: true } }],
    ['hides its swaps', { legs: [CALL] }],
    ['hides its call', { bridge: { hasDestinationCall: false } }],
    ['promises a call', { across: { message: '0x' } }],
    ['deposits another token', { across: { sendingAssetId: word(SOURCE_USDC) } }],
    [
      'deposits coins',
      { bridge: { sendingAssetId: ZERO }, across: { sendingAssetId: word(ZERO) } },
    ],
    ['deposits nothing', { bridge: { minAmount: 0n } }],
    ['goes to its own network', { bridge: { destinationChainId: 42_161n } }],
    ['goes to a network without a bridge', { bridge: { destinationChainId: 11_155_111n } }],
    ['goes to an unlisted network', { bridge: { destinationChainId: 2n ** 200n } }],
    ['has another receiver', { across: { receiverAddress: word(OTHER) } }],
    [
      'has the receiver of another network',
      { across: { receiverAddress: word(BRIDGES.mainnet.receiver) } },
    ],
    ['has no refund address', { across: { refundAddress: word(ZERO) } }],
    [
      'has a refund address of 32 bytes',
      { across: { refundAddress: `0x01${word(PAYER).slice(4)}` } },
    ],
    ['has no output token', { across: { receivingAssetId: word(ZERO) } }],
    ['has no fallback', { across: { message: messageOf([CALL], ZERO) } }],
    ['calls nothing', { across: { message: messageOf([]) } }],
    ['calls twice', { across: { message: messageOf([CALL, CALL]) } }],
    [
      'approves another contract',
      { across: { message: messageOf([{ ...CALL, approveTo: hex(OTHER) }]) } },
    ],
    [
      'calls with another token',
      { across: { message: messageOf([{ ...CALL, sendingAssetId: SOURCE_USDT }]) } },
    ],
    [
      'gives another token',
      { across: { message: messageOf([{ ...CALL, receivingAssetId: SOURCE_USDT }]) } },
    ],
    ['calls with more than arrives', { across: { outputAmount: 100_499999n } }],
    ['has bytes after its message', { across: { message: `${messageOf([CALL])}00` } }],
    [
      'has words after its message',
      { across: { message: `${messageOf([CALL])}${'00'.repeat(32)}` } },
    ],
  ])('%s', (_, changes) => {
    expect(decodeWith(changes)).toHaveProperty('refused');
  });

  it.each<[string, Hex]>([
    ['has bytes after it', `${dataOf()}00`],
    ['has words after it', `${dataOf()}${'00'.repeat(32)}`],
    ['is cut short', hex(dataOf().slice(0, -64))],
    ['is empty', '0x'],
    ['has an unknown selector', `0xdeadbeef${dataOf().slice(10)}`],
    ['has the packed form', `0x36b92404${dataOf().slice(10)}`],
    ['has the form that swaps in the bridge', `0x6a90d66e${dataOf().slice(10)}`],
    ['has the old form', `0x28cc4316${dataOf().slice(10)}`],
    // The second argument read from where the first is: the words overlap.
    ['overlaps', hex(`${dataOf().slice(0, 74)}${dataOf().slice(10, 74)}${dataOf().slice(138)}`)],
    ['is too long', dataOf({ bridge: { integrator: 'x'.repeat(20_000) } })],
  ])('%s', (_, data) => {
    expect(decode(data)).toHaveProperty('refused');
  });

  it('calls another contract, or sends coins along', () => {
    expect(decode(dataOf(), OTHER)).toHaveProperty('refused');
    expect(decode(dataOf(), 'nobody')).toHaveProperty('refused');
    expect(decode(dataOf(), diamond, 1n)).toHaveProperty('refused');
  });

  it('has a bit too many in an address', () => {
    const at = dataOf().indexOf(SOURCE_USDT.slice(2).toLowerCase());
    const data = `${dataOf().slice(0, at - 1)}1${dataOf().slice(at)}`;
    expect(decode(hex(data))).toHaveProperty('refused');
  });
});

describe('the call on the destination', () => {
  it('is the call of the fee proxy for this payment, with the gas that it needs', () => {
    expect(paid).toMatchObject({ to: CONTRACTS.base.erc20FeeProxy, gasLimit: 130_000n });
    expect(paid.data).toContain('c76f55e1f975d199');
  });
});
