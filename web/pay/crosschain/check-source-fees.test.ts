import { describe, expect, it } from 'vitest';
import {
  agreedFee,
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
  FEE_RECEIVER,
  otherPayment,
  SOURCE_UNITS,
  sourceFeeCall,
} from '../../../tests/support/bridge-payment.ts';
import {
  CALL,
  dataOf,
  hex,
  messageOf,
  OTHER,
  SOURCE_USDC,
  word,
} from '../../../tests/support/route-sample.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';

const PROXY = TRUSTED_CONTRACTS['arbitrum-one']?.feeProxy ?? '';
const FEE_UNITS = 1_000000n;
const approved = approvalOf();
const approvedFee = approvalOf(FEE_UNITS, { spender: PROXY });
const refused = (reason: string) => ({ kind: 'refused', reason });

/** What the check says of these transactions for a link with a fee of one dollar. */
function check(
  calls: readonly unknown[],
  {
    bearer = 'payer',
    amount = '1',
    named = {},
    view = {},
  }: Parameters<typeof agreedFee>[0] & {
    view?: object;
  } = {},
) {
  const { feePlan, feeBundle } = agreedFee({ bearer, amount, named });
  const shown = { ...BRIDGE_VIEW, feePlan, ...view };
  return checkBridge({ ...bridgeBody(calls), feeBundle }, { view: shown });
}

describe('a fee that is paid where a route starts', () => {
  it('is a payment of its own behind the route, with an approval of its own', () => {
    const calls = [approved, approvedFee, bridgeCallOf(), sourceFeeCall()];
    expect(check(calls)).toMatchObject({
      kind: 'ok',
      steps: [
        { kind: 'approve', units: SOURCE_UNITS },
        { kind: 'approve', units: FEE_UNITS, spender: PROXY },
        { kind: 'pay', totals: [{ units: SOURCE_UNITS }] },
        {
          kind: 'fee',
          call: { to: PROXY },
          fee: { label: 'Fee', units: FEE_UNITS, address: FEE_RECEIVER, asset: { symbol: 'USDT' } },
        },
      ],
      sourceUnits: SOURCE_UNITS + FEE_UNITS,
      routeUnits: SOURCE_UNITS,
      costUnits: 500000n,
      totals: [{ units: SOURCE_UNITS + FEE_UNITS }],
      fees: [
        { label: undefined, units: 500000n },
        { label: 'Fee', units: FEE_UNITS },
      ],
    });
  });

  it('needs no approval where its allowance is enough, and may clear an old one', () => {
    const kindsOf = (calls: readonly unknown[]) => {
      const checked = check(calls);
      return checked.kind === 'ok' ? checked.steps.map(({ kind }) => kind) : checked.reason;
    };
    const pay = [bridgeCallOf(), sourceFeeCall()];
    expect(kindsOf([approved, ...pay])).toEqual(['approve', 'pay', 'fee']);
    const clear = approvalOf(0n, { spender: PROXY });
    expect(kindsOf([approvalOf(0n), approved, clear, approvedFee, ...pay])).toEqual([
      'reset',
      'approve',
      'reset',
      'approve',
      'pay',
      'fee',
    ]);
  });

  const call = bridgeCallOf();
  const fee = sourceFeeCall();
  it.each<[string, readonly unknown[], string]>([
    ['before the route', [approved, approvedFee, fee, call], 'unreadable'],
    ['twice', [approved, approvedFee, call, fee, fee], 'unreadable'],
    ['not at all', [approved, approvedFee, call], 'unreadable'],
    ['by another contract', [approved, approvedFee, call, sourceFeeCall({}, OTHER)], 'contract'],
    [
      'by the contract of another network',
      [approved, approvedFee, call, sourceFeeCall({}, TRUSTED_CONTRACTS['base']?.feeProxy)],
      'contract',
    ],
    [
      'in another token',
      [approved, approvedFee, call, sourceFeeCall({ tokenAddress: SOURCE_USDC })],
      'token',
    ],
    [
      'to somebody else',
      [approved, approvedFee, call, sourceFeeCall({ payeeAddress: OTHER })],
      'fee',
    ],
    [
      'of a unit more',
      [approved, approvedFee, call, sourceFeeCall({ amountUnits: FEE_UNITS + 1n })],
      'fee',
    ],
    [
      'with a fee of its own',
      [approved, approvedFee, call, sourceFeeCall({ feeUnits: 1n })],
      'fee',
    ],
    [
      'with another reference',
      [approved, approvedFee, call, sourceFeeCall({ paymentReference: '0x1122334455667789' })],
      'reference',
    ],
    ['with a coin', [approved, approvedFee, call, { ...fee, value: '0x1' }], 'coin'],
    [
      'with an approval of more',
      [approved, approvalOf(FEE_UNITS + 1n, { spender: PROXY }), call, fee],
      'approval',
    ],
    [
      'with an approval to somebody else',
      [approved, approvalOf(FEE_UNITS, { spender: OTHER }), call, fee],
      'approval',
    ],
    ['with its approval first', [approvedFee, approved, call, fee], 'approval'],
    [
      'with an allowance that is cleared only',
      [approved, approvalOf(0n, { spender: PROXY }), call, fee],
      'approval',
    ],
  ])('is refused %s', (_, calls, reason) => {
    expect(check(calls)).toEqual(refused(reason));
  });

  it('is refused above what was agreed, also where the answer says the same', () => {
    const calls = [approved, call, sourceFeeCall({ amountUnits: 2_000000n })];
    expect(check(calls, { named: { amount: '2' } })).toEqual(refused('fee'));
    const less = [approved, call, sourceFeeCall({ amountUnits: 400000n })];
    expect(check(less, { named: { amount: '0.4' } })).toMatchObject({ kind: 'ok' });
    const view = { feePlan: undefined };
    expect(check([approved, call, fee], { view })).toEqual(refused('fee'));
  });

  it('is refused where it is announced and paid twice', () => {
    const { feePlan, feeBundle } = agreedFee();
    const { fees } = feeBundle;
    const body = {
      ...bridgeBody([approved, call, fee, fee]),
      feeBundle: { fees: [...fees, ...fees] },
    };
    expect(checkBridge(body, { view: { ...BRIDGE_VIEW, feePlan } })).toEqual(refused('fee'));
  });

  it('is as many dollars in a source token with more decimals', () => {
    const token = hex('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    const one = 10n ** 18n;
    const data = dataOf({
      bridge: { sendingAssetId: token, minAmount: 101n * one },
      across: { sendingAssetId: word(token) },
    });
    const { feePlan, feeBundle } = agreedFee();
    const payFee = (amountUnits: bigint, named: object = {}) => {
      const changes = { tokenAddress: token, amountUnits };
      const paid = sourceFeeCall(changes, TRUSTED_CONTRACTS['bsc']?.feeProxy);
      const calls = [approvalOf(101n * one, { token }), bridgeCallOf(data), paid];
      const fees = feeBundle.fees.map((one) => ({ ...one, ...named }));
      const view = { ...BRIDGE_VIEW, feePlan };
      return checkBridge(
        { ...bridgeBody(calls), feeBundle: { fees } },
        { view, from: ['BNB', 'USDC'] },
      );
    };
    expect(payFee(one)).toMatchObject({ kind: 'ok', fees: [{}, { units: one }] });
    expect(payFee(one + 1n, { amount: '1.000000000000000001' })).toEqual(refused('fee'));
    expect(payFee(1_000000n)).toEqual(refused('fee'));
  });

  it('is refused in euros, as it was agreed in dollars', () => {
    const token = hex('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c');
    const approval = approvalOf(SOURCE_UNITS, { token });
    const data = dataOf({
      bridge: { sendingAssetId: token },
      across: { sendingAssetId: word(token) },
    });
    const inEuros = sourceFeeCall({ tokenAddress: token }, TRUSTED_CONTRACTS['mainnet']?.feeProxy);
    const { feePlan, feeBundle } = agreedFee();
    const checkFrom = (body: object, view: object) =>
      checkBridge(body, { view: { ...BRIDGE_VIEW, ...view }, from: ['ETHEREUM', 'EURC'] });
    const plain = bridgeBody([approval, bridgeCallOf(data)]);
    expect(checkFrom(plain, {})).toMatchObject({ kind: 'ok' });
    const withFee = bridgeBody([approval, bridgeCallOf(data), inEuros]);
    expect(checkFrom({ ...withFee, feeBundle }, { feePlan })).toEqual(refused('fee'));
  });

  it('lets nothing but the route be approved where there is none', () => {
    expect(checkBridge(bridgeBody([approved, approvedFee, call]))).toEqual(refused('approval'));
  });

  it('is taken from what the payee gets, where the payee bears it', () => {
    const { data, units } = otherPayment({ amountUnits: 99_000000n, feeUnits: 495000n });
    const message = messageOf([{ ...CALL, callData: data, fromAmount: units }]);
    const route = bridgeCallOf(dataOf({ across: { message } }));
    const calls = [approved, route, fee];
    expect(check(calls, { bearer: 'payee' })).toMatchObject({
      kind: 'ok',
      mainUnits: 99_000000n,
      paidUnits: 99_495000n,
    });
    expect(check(calls)).toEqual(refused('amount'));
    expect(check([approved, call, fee], { bearer: 'payee' })).toEqual(refused('amount'));
  });

  it('is rounded up to the source token, and the payee bears what it was', () => {
    const dai = hex('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb');
    const one = 10n ** 18n;
    const amount = '1.000000000000000001';
    const pay = (amountUnits: bigint) => {
      const { data, units } = otherPayment({
        tokenAddress: dai,
        amountUnits,
        feeUnits: amountUnits / 200n,
      });
      const message = messageOf([
        { ...CALL, sendingAssetId: dai, receivingAssetId: dai, callData: data, fromAmount: units },
      ]);
      const across = { receivingAssetId: word(dai), outputAmount: 100n * one, message };
      const calls = [
        approved,
        bridgeCallOf(dataOf({ across })),
        sourceFeeCall({ amountUnits: 1_000001n }),
      ];
      const view = { amount: String(100n * one), paymentCurrency: 'DAI-base' };
      return check(calls, { bearer: 'payee', amount, named: { amount: '1.000001' }, view });
    };
    expect(pay(99n * one - 1n)).toMatchObject({ kind: 'ok', mainUnits: 99n * one - 1n });
    expect(pay(99n * one - 10n ** 12n)).toMatchObject({ kind: 'ok' });
    expect(pay(99n * one - 10n ** 12n - 1n)).toEqual(refused('amount'));
    expect(pay(99n * one)).toEqual(refused('amount'));
  });

  it('is refused where the answer names no reference of it', () => {
    const named = { paymentReference: undefined };
    expect(check([approved, call, fee], { named })).toEqual(refused('reference'));
  });
});
