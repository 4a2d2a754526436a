import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
  otherPayment,
} from '../../../tests/support/bridge-payment.ts';
import { DEPOSIT_USDC, FEE, feeData, SWAP, swapData } from '../../../tests/support/route-legs.ts';
import {
  CALL,
  dataOf,
  hex,
  type Leg,
  messageOf,
  NOBODY,
  OTHER,
  OUTPUT_USDC,
  PAYEE,
  QUOTED_AT,
  SOURCE_USDC,
  SOURCE_USDT,
  SWAP_BY,
  word,
} from '../../../tests/support/route-sample.ts';

const FEES_ONLY = { bridge: { hasSourceSwaps: true } };
const FEE_OF_USDC: Leg = {
  ...FEE,
  sendingAssetId: SOURCE_USDC,
  receivingAssetId: SOURCE_USDC,
  fromAmount: 100_900000n,
  callData: feeData(SOURCE_USDC, [1n]),
  requiresDeposit: false,
};
const SWAP_BACK: Leg = {
  ...SWAP,
  sendingAssetId: SOURCE_USDC,
  receivingAssetId: SOURCE_USDT,
  fromAmount: 100_900000n,
  callData: swapData({ from: SOURCE_USDC, to: SOURCE_USDT, input: 100_900000n }),
};
const refused = (reason: string) => ({ kind: 'refused', reason });

/** What the check says of a route with these legs, which takes what it is allowed to. */
function check(
  legs: readonly Leg[],
  { bridge, across }: { bridge?: object; across?: object } = DEPOSIT_USDC,
) {
  const data = dataOf({ bridge: { hasSourceSwaps: true, ...bridge }, across: { ...across }, legs });
  const units = legs[0]?.fromAmount ?? 0n;
  return checkBridge(bridgeBody([approvalOf(units), bridgeCallOf(data)]));
}

describe('what is done before the bridge', () => {
  it('is fees and one swap, and what arrives follows from the least of it', () => {
    const minutes = (SWAP_BY - QUOTED_AT) / 60;
    expect(minutes).toBe(20);
    expect(check([FEE, SWAP])).toMatchObject({
      kind: 'ok',
      sourceUnits: 101_500000n,
      costUnits: 1_000000n,
      routeFees: [
        { address: PAYEE.toLowerCase(), units: 200000n },
        { address: NOBODY.toLowerCase(), units: 300000n },
      ],
      swap: { asset: { symbol: 'USDC' }, leastUnits: 100_900000n, costUnits: 100000n },
      deadline: SWAP_BY * 1_000,
      steps: [{ kind: 'approve', units: 101_500000n }, { kind: 'pay' }],
    });
  });

  it('may be fees alone, or a swap alone', () => {
    expect(check([FEE], FEES_ONLY)).toMatchObject({ kind: 'ok', sourceUnits: 101_500000n });
    const swap = { ...SWAP, requiresDeposit: true };
    expect(check([swap])).toMatchObject({ sourceUnits: 101_000000n, routeFees: [] });
    const [one, two] = [feeData(SOURCE_USDT, [200000n]), feeData(SOURCE_USDT, [300000n])];
    const second = { ...FEE, fromAmount: 101_300000n, callData: two, requiresDeposit: false };
    expect(check([{ ...FEE, callData: one }, second, SWAP])).toMatchObject({ kind: 'ok' });
  });

  it('may use any pool of the exchange', () => {
    expect(check([FEE, { ...SWAP, callData: swapData({ pool: 3_000 }) }])).toMatchObject({
      kind: 'ok',
    });
  });

  it.each<[string, readonly Leg[]]>([
    ['no legs', []],
    ['an unknown target', [FEE, { ...SWAP, callTo: hex(OTHER), approveTo: hex(OTHER) }]],
    ['the token as target', [FEE, { ...SWAP, callTo: SOURCE_USDT, approveTo: SOURCE_USDT }]],
    ['the call of the fee proxy', [CALL]],
    [
      'a fee leg of an unknown contract',
      [{ ...FEE, callTo: hex(OTHER), approveTo: hex(OTHER) }, SWAP],
    ],
    ['another contract that takes', [FEE, { ...SWAP, approveTo: hex(OTHER) }]],
    ['a first leg that takes nothing from the payer', [{ ...FEE, requiresDeposit: false }, SWAP]],
    ['a second leg that takes more from the payer', [FEE, { ...SWAP, requiresDeposit: true }]],
    ['a fee in another token', [{ ...FEE, callData: feeData(SOURCE_USDC) }, SWAP]],
    [
      'fees of all that is given',
      [{ ...FEE, callData: feeData(SOURCE_USDT, [101_500000n]) }, SWAP],
    ],
    [
      'a swap of nothing behind such fees',
      [
        { ...FEE, callData: feeData(SOURCE_USDT, [101_500000n]) },
        { ...SWAP, fromAmount: 0n, callData: swapData({ input: 0n }) },
      ],
    ],
    ['a fee leg that returns another token', [{ ...FEE, receivingAssetId: SOURCE_USDC }, SWAP]],
    ['a fee with trailing bytes', [{ ...FEE, callData: hex(`${feeData()}00`) }, SWAP]],
    [
      'a swap of less than is left',
      [FEE, { ...SWAP, fromAmount: 100_000000n, callData: swapData({ input: 100_000000n }) }],
    ],
    ['a swap that says another amount', [FEE, { ...SWAP, callData: swapData({ input: 1n }) }]],
    ['a swap to somebody else', [FEE, { ...SWAP, callData: swapData({ recipient: OTHER }) }]],
    ['a swap from another token', [FEE, { ...SWAP, callData: swapData({ from: OUTPUT_USDC }) }]],
    [
      'a swap of another token than is left',
      [FEE, { ...SWAP, sendingAssetId: OUTPUT_USDC, callData: swapData({ from: OUTPUT_USDC }) }],
    ],
    ['a swap to another token', [FEE, { ...SWAP, callData: swapData({ to: OUTPUT_USDC }) }]],
    ['a swap up to a price', [FEE, { ...SWAP, callData: swapData({ priceLimit: 1n }) }]],
    ['a swap with trailing bytes', [FEE, { ...SWAP, callData: hex(`${swapData()}00`) }]],
    ['a fee behind the swap', [{ ...SWAP, requiresDeposit: true }, FEE_OF_USDC]],
  ])('is refused with %s', (_, legs) => {
    expect(check(legs)).toEqual(refused('leg'));
  });

  it('is refused with a swap behind a swap, whatever is deposited then', () => {
    const { sendingAssetId: _, ...bridge } = DEPOSIT_USDC.bridge;
    const { sendingAssetId: _word, ...across } = DEPOSIT_USDC.across;
    const legs = [{ ...SWAP, requiresDeposit: true }, SWAP_BACK];
    expect(check(legs, { bridge, across })).toEqual(refused('leg'));
  });

  it('is refused with a swap of a token for itself', () => {
    const callData = swapData({ to: SOURCE_USDT });
    const swap = { ...SWAP, receivingAssetId: SOURCE_USDT, callData };
    expect(check([FEE, swap], FEES_ONLY)).toEqual(refused('leg'));
    const bridge = { ...FEES_ONLY.bridge, minAmount: 100_900000n };
    expect(check([FEE, swap], { bridge })).toEqual(refused('leg'));
  });

  it('is at most five legs', () => {
    const legs = Array.from({ length: 6 }, (_, at) => ({
      ...FEE,
      fromAmount: 101_500000n - BigInt(at),
      callData: feeData(SOURCE_USDT, [1n]),
      requiresDeposit: at === 0,
    }));
    expect(check(legs.slice(0, 5), FEES_ONLY)).toMatchObject({ kind: 'ok' });
    expect(check(legs, FEES_ONLY)).toEqual(refused('leg'));
  });

  it('is refused where the bridge takes more than is left, or another token', () => {
    const { bridge, across } = DEPOSIT_USDC;
    expect(check([FEE, SWAP], { bridge: { ...bridge, minAmount: 100_900001n }, across })).toEqual(
      refused('leg'),
    );
    const usdt = { sendingAssetId: word(SOURCE_USDT) };
    expect(
      check([FEE, SWAP], {
        bridge: { ...bridge, sendingAssetId: SOURCE_USDT },
        across: { ...across, ...usdt },
      }),
    ).toEqual(refused('leg'));
  });

  it('is refused where too little or too much is to arrive of it', () => {
    const arriving = (outputAmountMultiplier: bigint) =>
      check([FEE, SWAP], {
        ...DEPOSIT_USDC,
        across: { ...DEPOSIT_USDC.across, outputAmountMultiplier },
      });
    expect(arriving(997n * 10n ** 15n)).toEqual(refused('arrival'));
    expect(arriving(10n ** 18n)).toMatchObject({ kind: 'ok' });
    // 100.8 are deposited.
    expect(arriving(10n ** 18n + 10n ** 10n)).toEqual(refused('arrival'));
    expect(arriving(2n ** 128n - 1n)).toEqual(refused('arrival'));
  });

  it('is refused where a token is deposited that the page does not know', () => {
    const swap = { ...SWAP, receivingAssetId: hex(OTHER), callData: swapData({ to: hex(OTHER) }) };
    const { bridge, across } = DEPOSIT_USDC;
    expect(
      check([FEE, swap], {
        bridge: { ...bridge, sendingAssetId: hex(OTHER) },
        across: { ...across, sendingAssetId: word(OTHER) },
      }),
    ).toEqual(refused('arrival'));
  });

  it('is refused where its time is over', () => {
    const late = swapData({ by: BigInt(QUOTED_AT - 3_600) });
    expect(check([FEE, { ...SWAP, callData: late }])).toEqual(refused('deadline'));
    const never = swapData({ by: 2n ** 40n });
    expect(check([FEE, { ...SWAP, callData: never }])).toEqual(refused('leg'));
    const last = swapData({ by: 2n ** 40n - 1n });
    expect(check([FEE, { ...SWAP, callData: last }])).toMatchObject({
      deadline: (QUOTED_AT + 3_600) * 1_000,
    });
  });
});

describe('what a route costs', () => {
  /** A route that takes so many units of USDT and sends so many of them away as fees. */
  const costing = (units: bigint, feeUnits = 0n) => {
    if (feeUnits === 0n) {
      const data = dataOf({ bridge: { minAmount: units } });
      return checkBridge(bridgeBody([approvalOf(units), bridgeCallOf(data)]));
    }
    const fee = { ...FEE, fromAmount: units, callData: feeData(SOURCE_USDT, [feeUnits]) };
    return check([fee], { bridge: { minAmount: units - feeUnits } });
  };

  it('is at most three percent of the payment and two dollars', () => {
    // 100.5 dollars, and 3.015 and 2 of them.
    expect(costing(105_515000n)).toMatchObject({ kind: 'ok', costUnits: 5_015000n });
    expect(costing(105_515001n)).toEqual(refused('cost'));
    expect(costing(105_515000n, 4_900000n)).toMatchObject({ kind: 'ok' });
    expect(costing(105_515001n, 4_900000n)).toEqual(refused('cost'));
  });

  it('is at least what a relayer needs: nobody delivers more than was deposited', () => {
    expect(costing(100_600000n)).toMatchObject({ kind: 'ok', costUnits: 100000n });
    expect(costing(100_599999n)).toEqual(refused('arrival'));
  });

  const EURC_BASE = hex('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42');
  const EURC_MAINNET = hex('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c');

  /** A route from EURC on Ethereum to the payment in USDC. */
  const fromEuros = (units: bigint) => {
    const data = dataOf({
      bridge: { minAmount: units, sendingAssetId: EURC_MAINNET },
      across: { sendingAssetId: word(EURC_MAINNET) },
    });
    const approval = approvalOf(units, { token: EURC_MAINNET });
    return checkBridge(bridgeBody([approval, bridgeCallOf(data)]), { from: ['ETHEREUM', 'EURC'] });
  };

  it('counts a euro as no less than 95 cents, and names no cost of it', () => {
    expect(fromEuros(90_000000n)).toMatchObject({ kind: 'ok', costUnits: undefined });
    // At 1.30 they would bring 100.6 dollars.
    expect(fromEuros(77_384616n)).toMatchObject({ kind: 'ok' });
    expect(fromEuros(77_384615n)).toEqual(refused('arrival'));
    // 105.515 dollars.
    expect(fromEuros(111_068421n)).toMatchObject({ kind: 'ok' });
    expect(fromEuros(111_068422n)).toEqual(refused('cost'));
  });

  it('is at most as much in fees, whatever a euro is worth', () => {
    const fees = (units: bigint) => {
      const callData = feeData(EURC_MAINNET, [units]);
      const token = { sendingAssetId: EURC_MAINNET, receivingAssetId: EURC_MAINNET };
      const legs = [{ ...FEE, ...token, fromAmount: 100_000000n, callData }];
      const data = dataOf({
        legs,
        bridge: {
          hasSourceSwaps: true,
          sendingAssetId: EURC_MAINNET,
          minAmount: 100_000000n - units,
        },
        across: {
          sendingAssetId: word(EURC_MAINNET),
          outputAmountMultiplier: 108n * 10n ** 16n,
        },
      });
      const approval = approvalOf(100_000000n, { token: EURC_MAINNET });
      return checkBridge(bridgeBody([approval, bridgeCallOf(data)]), {
        from: ['ETHEREUM', 'EURC'],
      });
    };
    // 5.015 dollars at 0.95.
    expect(fees(5_278947n)).toMatchObject({ kind: 'ok' });
    expect(fees(5_278948n)).toEqual(refused('cost'));
  });

  /** A route that pays the same in EURC on Base. */
  const toEuros = (units: bigint, token: Hex, from: readonly [string, string]) => {
    const { data: callData } = otherPayment({ tokenAddress: EURC_BASE });
    const call = { ...CALL, sendingAssetId: EURC_BASE, receivingAssetId: EURC_BASE, callData };
    const data = dataOf({
      bridge: { minAmount: units, sendingAssetId: token },
      across: {
        sendingAssetId: word(token),
        receivingAssetId: word(EURC_BASE),
        message: messageOf([call]),
      },
    });
    const view = { ...BRIDGE_VIEW, paymentCurrency: 'EURC-base' };
    return checkBridge(bridgeBody([approvalOf(units, { token }), bridgeCallOf(data)]), {
      view,
      from,
    });
  };

  it('counts a euro that is paid as no more than 130 cents', () => {
    const from = ['ARBITRUM', 'USDT'] as const;
    // 130.65 dollars, and 3.9195 and 2 of them.
    expect(toEuros(136_569500n, SOURCE_USDT, from)).toMatchObject({ kind: 'ok' });
    expect(toEuros(136_569501n, SOURCE_USDT, from)).toEqual(refused('cost'));
  });

  it('counts euros of two networks as the same money', () => {
    const from = ['ETHEREUM', 'EURC'] as const;
    expect(toEuros(101_000000n, EURC_MAINNET, from)).toMatchObject({ costUnits: 500000n });
    // 103.515, and two dollars at 1.30.
    expect(toEuros(105_053461n, EURC_MAINNET, from)).toMatchObject({ kind: 'ok' });
    expect(toEuros(105_053462n, EURC_MAINNET, from)).toEqual(refused('cost'));
  });

  it('is reckoned in the decimals of each token', () => {
    const usdc = hex('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    const one = 10n ** 18n;
    const fromBnb = (units: bigint) => {
      const bridge = { minAmount: units, sendingAssetId: usdc };
      const data = dataOf({ bridge, across: { sendingAssetId: word(usdc) } });
      const body = bridgeBody([approvalOf(units, { token: usdc }), bridgeCallOf(data)]);
      return checkBridge(body, { from: ['BNB', 'USDC'] });
    };
    expect(fromBnb(101n * one)).toMatchObject({ kind: 'ok', costUnits: one / 2n });
    expect(fromBnb(105_515n * 10n ** 15n)).toMatchObject({ kind: 'ok' });
    expect(fromBnb(105_515n * 10n ** 15n + 1n)).toEqual(refused('cost'));
  });
});
