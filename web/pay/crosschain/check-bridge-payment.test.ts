import { maxUint256 } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  checkBridge as check,
  encodeBySandbox,
  otherPayment,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import {
  CALL,
  type Changes,
  dataOf,
  FILL_BY,
  hex,
  messageOf,
  NOBODY,
  OTHER,
  PAYEE,
  PAYER,
  QUOTED_AT,
  SOURCE_USDC,
  SOURCE_USDT,
  word,
  ZERO,
} from '../../../tests/support/route-sample.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { findBridgeSource } from './bridge-source.ts';

const DIAMOND = bridgeCallOf().to;
const refused = (reason: string) => ({ kind: 'refused', reason });

const checkRoute = (changes: Changes) =>
  check(bridgeBody([approvalOf(), bridgeCallOf(dataOf(changes))]));
const checkCalls = (...calls: readonly unknown[]) => check(bridgeBody(calls));
const embedding = (call: Partial<typeof CALL>): Changes => ({
  across: { message: messageOf([{ ...CALL, ...call }]) },
});

describe('a payment from another network', () => {
  it('is an approval of exactly what it takes, and the call of the bridge', () => {
    const data = encodeBySandbox();
    expect(data.toLowerCase()).toBe(dataOf());
    expect(checkCalls(approvalOf(), bridgeCallOf(data))).toMatchObject({
      kind: 'ok',
      steps: [
        { kind: 'approve', spender: DIAMOND, units: SOURCE_UNITS, asset: { symbol: 'USDT' } },
        { kind: 'pay', call: { to: DIAMOND, data, value: '0x0' } },
      ],
      source: { networkId: 'arbitrum-one', network: { chainId: 42_161 } },
      sourceUnits: SOURCE_UNITS,
      totals: [{ asset: { symbol: 'USDT' }, units: SOURCE_UNITS }],
      paidUnits: 100_500000n,
      mainUnits: 100_000000n,
      costUnits: 500000n,
      routeFees: [],
      fees: [{ units: 500000n, percentage: '0.5', address: NOBODY }],
      paymentReference: BRIDGE_VIEW.paymentReference,
      deadline: (QUOTED_AT + 3_600) * 1_000,
      fillDeadline: FILL_BY * 1_000,
    });
  });

  it('is compared with the link alone: what the answer says of itself changes nothing', () => {
    const body = bridgeBody(undefined, { sourceAmount: '1', routeType: 'samechain' });
    expect(check({ ...body, paymentReference: BRIDGE_VIEW.paymentReference })).toMatchObject({
      kind: 'ok',
      sourceUnits: SOURCE_UNITS,
    });
    const other = { ...body, paymentReference: '0x0000000000000001' };
    expect(check(other)).toEqual(refused('reference'));
  });

  it.each<[string, Changes, string]>([
    [
      'another source token',
      { bridge: { sendingAssetId: SOURCE_USDC }, across: { sendingAssetId: word(SOURCE_USDC) } },
      'token',
    ],
    ['two source tokens', { across: { sendingAssetId: word(SOURCE_USDC) } }, 'unreadable'],
    ['another amount than is approved', { bridge: { minAmount: SOURCE_UNITS - 1n } }, 'approval'],
    ['nothing that is given', { bridge: { minAmount: 0n } }, 'leg'],
    ['another destination', { bridge: { destinationChainId: 10n } }, 'network'],
    ['no network as destination', { bridge: { destinationChainId: 2n ** 200n } }, 'network'],
    ['its own network as destination', { bridge: { destinationChainId: 42_161n } }, 'network'],
    ['a flag for swaps that it does not have', { bridge: { hasSourceSwaps: true } }, 'unreadable'],
    [
      'a flag against the call that it has',
      { bridge: { hasDestinationCall: false } },
      'unreadable',
    ],
    ['a receiver that is somebody', { across: { receiverAddress: word(OTHER) } }, 'receiver'],
    ['the wallet as receiver', { across: { receiverAddress: word(PAYER) } }, 'receiver'],
    [
      'the receiver of another network',
      { across: { receiverAddress: word(TRUSTED_BRIDGES['optimism']?.receiver ?? '') } },
      'receiver',
    ],
    [
      'a receiver of more than an address',
      {
        across: {
          receiverAddress: `0x01${word(TRUSTED_BRIDGES['base']?.receiver ?? '').slice(4)}`,
        },
      },
      'unreadable',
    ],
    ['a refund to somebody else', { across: { refundAddress: word(OTHER) } }, 'refund'],
    ['a refund to nobody', { across: { refundAddress: word(ZERO) } }, 'refund'],
    ['a fallback to somebody else', { across: { message: messageOf([CALL], OTHER) } }, 'refund'],
    ['a fallback to the payee', { across: { message: messageOf([CALL], PAYEE) } }, 'refund'],
    ['another token that arrives', { across: { receivingAssetId: word(SOURCE_USDC) } }, 'arrival'],
    ['a unit less than it takes', { across: { outputAmount: 100_499999n } }, 'arrival'],
    ['a unit more than is deposited', { across: { outputAmount: 101_000001n } }, 'arrival'],
    ['a first turn of nobody', { across: { exclusivityParameter: 1 } }, 'unreadable'],
    ['no message', { across: { message: '0x' } }, 'unreadable'],
    ['no call', { across: { message: messageOf([]) } }, 'unreadable'],
    ['a second call', { across: { message: messageOf([CALL, CALL]) } }, 'unreadable'],
    [
      'a message with a byte too many',
      { across: { message: hex(`${messageOf([CALL])}00`) } },
      'unreadable',
    ],
    [
      'another called contract',
      embedding({ callTo: hex(OTHER), approveTo: hex(OTHER) }),
      'contract',
    ],
    ['another contract that takes', embedding({ approveTo: hex(OTHER) }), 'token'],
    ['another token that is taken', embedding({ sendingAssetId: SOURCE_USDT }), 'token'],
    [
      'another token that is taken and comes out',
      embedding({ sendingAssetId: SOURCE_USDT, receivingAssetId: SOURCE_USDT }),
      'token',
    ],
    ['another token that comes out', embedding({ receivingAssetId: SOURCE_USDT }), 'token'],
    ['a call of less', embedding({ fromAmount: 100_499999n }), 'arrival'],
    ['a call of more', embedding({ fromAmount: 100_500001n }), 'arrival'],
    ['a call of something else', embedding({ callData: '0x12345678' }), 'unreadable'],
    ['an empty call', embedding({ callData: '0x' }), 'unreadable'],
    [
      'a call with a byte too many',
      embedding({ callData: hex(`${CALL.callData}00`) }),
      'unreadable',
    ],
  ])('is refused with %s', (_, changes, reason) => {
    expect(checkRoute(changes)).toEqual(refused(reason));
  });

  it.each<[string, Parameters<typeof otherPayment>[0], string]>([
    ['payee', { payeeAddress: OTHER }, 'payee'],
    ['token', { tokenAddress: SOURCE_USDC }, 'token'],
    ['amount', { amountUnits: 99_999999n, feeUnits: 500001n }, 'amount'],
    ['reference', { paymentReference: '0xc76f55e1f975d198' }, 'reference'],
    ['fee', { feeUnits: 500001n, amountUnits: 100_000000n }, 'fee'],
    ['receiver of the fee', { feeAddress: OTHER }, 'fee'],
  ])('is refused where the call behind the bridge has another %s', (_, changes, reason) => {
    const { data, units } = otherPayment(changes);
    expect(checkRoute(embedding({ callData: data, fromAmount: units }))).toEqual(refused(reason));
  });

  it('is refused by another contract, with a coin, with other calldata, or for another wallet', () => {
    const call = bridgeCallOf();
    expect(checkCalls(approvalOf(), { ...call, to: OTHER })).toEqual(refused('contract'));
    expect(checkCalls(approvalOf(), { ...call, to: PAYER })).toEqual(refused('contract'));
    expect(checkCalls(approvalOf(), { ...call, value: '0x1' })).toEqual(refused('coin'));
    expect(checkCalls(approvalOf(), { ...call, value: 'all' })).toEqual(refused('coin'));
    expect(checkCalls(approvalOf(), { ...call, data: `${call.data}00` })).toEqual(
      refused('unreadable'),
    );
    expect(checkCalls(approvalOf(), { ...call, data: `0x36b92404${call.data.slice(10)}` })).toEqual(
      refused('unreadable'),
    );
    expect(check(bridgeBody(), { wallet: OTHER })).toEqual(refused('refund'));
  });

  it('is the same where nothing is named that the embedded call gives', () => {
    expect(checkRoute(embedding({ receivingAssetId: hex(ZERO) }))).toMatchObject({ kind: 'ok' });
  });
});

describe('the transactions of a payment from another network', () => {
  const reset = approvalOf(0n);
  const call = bridgeCallOf();

  it('may clear an allowance first', () => {
    expect(checkCalls(reset, approvalOf(), call)).toMatchObject({
      steps: [{ kind: 'reset' }, { kind: 'approve' }, { kind: 'pay' }],
    });
  });

  it.each<[string, readonly unknown[], string]>([
    ['of a unit more', [approvalOf(SOURCE_UNITS + 1n), call], 'approval'],
    ['of a unit less', [approvalOf(SOURCE_UNITS - 1n), call], 'approval'],
    ['without a limit', [approvalOf(maxUint256), call], 'approval'],
    ['of nothing', [reset, call], 'approval'],
    ['to somebody else', [approvalOf(SOURCE_UNITS, { spender: OTHER }), call], 'approval'],
    [
      'to the receiver',
      [approvalOf(SOURCE_UNITS, { spender: TRUSTED_BRIDGES['base']?.receiver ?? '' }), call],
      'approval',
    ],
    ['of another token', [approvalOf(SOURCE_UNITS, { token: SOURCE_USDC }), call], 'approval'],
    ['with a coin', [{ ...approvalOf(), value: '1' }, call], 'coin'],
    ['twice', [approvalOf(), approvalOf(), call], 'approval'],
    ['and its clearing in another order', [approvalOf(), reset, call], 'approval'],
    [
      'with a byte too many',
      [{ ...approvalOf(), data: `${approvalOf().data}00` }, call],
      'approval',
    ],
  ])('are refused with an approval %s', (_, calls, reason) => {
    expect(checkCalls(...calls)).toEqual(refused(reason));
  });

  it.each<[string, readonly unknown[], string]>([
    ['the call first', [call, approvalOf()], 'unreadable'],
    ['the call twice', [approvalOf(), call, call], 'approval'],
    [
      'another approval behind',
      [approvalOf(), call, approvalOf(maxUint256, { spender: OTHER })],
      'unreadable',
    ],
    [
      'a transfer behind',
      [
        approvalOf(),
        call,
        {
          to: SOURCE_USDT,
          data: `0xa9059cbb${word(OTHER).slice(2)}${word(OTHER).slice(2)}`,
          value: '0x0',
        },
      ],
      'unreadable',
    ],
    [
      'a transfer before',
      [
        approvalOf(),
        {
          to: SOURCE_USDT,
          data: `0xa9059cbb${word(OTHER).slice(2)}${word(OTHER).slice(2)}`,
          value: '0x0',
        },
        call,
      ],
      'approval',
    ],
    ['no call', [approvalOf()], 'unreadable'],
    ['nothing', [], 'unreadable'],
    ['an empty transaction behind', [approvalOf(), call, {}], 'unreadable'],
    ['something that is none', [null, call], 'approval'],
  ])('are refused with %s', (_, calls, reason) => {
    expect(checkCalls(...calls)).toEqual(refused(reason));
  });

  it.each([null, 'text', { transactions: 'all' }, [], { transactions: [null] }])(
    'are refused in an answer that is none: %j',
    (body) => {
      expect(check(body)).toEqual(refused('unreadable'));
    },
  );

  it('need no approval where the wallet has given one of hardly more', () => {
    const withAllowance = (allowance: bigint | string) =>
      check(bridgeBody(undefined, { allowance: String(allowance) }));
    const both = { steps: [{ kind: 'approve' }, { kind: 'pay' }] };
    const one = { steps: [{ kind: 'pay' }] };
    expect(withAllowance(SOURCE_UNITS)).toMatchObject(one);
    expect(withAllowance((SOURCE_UNITS * 103n) / 100n)).toMatchObject(one);
    expect(withAllowance((SOURCE_UNITS * 103n) / 100n + 1n)).toMatchObject(both);
    expect(withAllowance(maxUint256)).toMatchObject(both);
    expect(withAllowance(SOURCE_UNITS - 1n)).toMatchObject(both);
    expect(withAllowance('much')).toMatchObject(both);
  });

  it('say what the wallet lacks, in the token that it gives', () => {
    const metadata = { hasEnoughBalance: false, hasEnoughGas: false, balance: '5' };
    expect(check(bridgeBody(undefined, metadata))).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      shortages: [{ asset: { symbol: 'USDT' }, requiredUnits: SOURCE_UNITS, heldUnits: 5n }],
    });
  });
});

describe('links that are paid from another network', () => {
  it.each<[string, object, string]>([
    ['of another payee', { payee: OTHER }, 'payee'],
    ['of another amount', { amount: '100000001' }, 'amount'],
    ['of another token', { paymentCurrency: 'USDT-base' }, 'arrival'],
    ['of another network', { network: 'optimism', paymentCurrency: 'USDC-optimism' }, 'network'],
    ['of another reference', { paymentReference: '0xc76f55e1f975d198' }, 'reference'],
    ['without a reference', { paymentReference: undefined }, 'reference'],
    ['whose payee is hidden', { isPayeeAddressMasked: true }, 'payee'],
    ['in a coin', { paymentCurrency: 'ETH-base-base' }, 'unsupported'],
    [
      'on a network without a bridge',
      { network: 'sepolia', paymentCurrency: 'USDC-sepolia' },
      'unsupported',
    ],
    [
      'on the network where it starts',
      { network: 'arbitrum-one', paymentCurrency: 'USDC-arbitrum-one' },
      'unsupported',
    ],
    [
      'of an invoice in another currency',
      { conversion: { invoiceCurrency: 'EUR', invoiceAmount: '90', maxAmount: '100000000' } },
      'unsupported',
    ],
  ])('are refused %s', (_, changes, reason) => {
    expect(check(bridgeBody(), { view: { ...BRIDGE_VIEW, ...changes } })).toEqual(refused(reason));
  });

  it('are refused where they are several payments, even if one of them is the route’s', () => {
    const { payee, amount, paymentCurrency, paymentReference } = BRIDGE_VIEW;
    const view = {
      paymentType: 'batch',
      network: 'base',
      requestIds: ['one', 'two'],
      payees: [payee, OTHER],
      amounts: [amount, '5'],
      paymentCurrencies: [paymentCurrency, paymentCurrency],
      paymentReferences: [paymentReference, '0x0000000000000001'],
    };
    expect(check(bridgeBody(), { view })).toEqual(refused('unsupported'));
  });

  it('are refused with fees that are paid by calls of their own', () => {
    const feeBundle = { fees: [{ feeType: 'platform_fee', amount: '1', recipient: OTHER }] };
    expect(check({ ...bridgeBody(), feeBundle })).toEqual(refused('unreadable'));
  });

  it('start with the tokens of the catalog, by the names of the API', () => {
    const { asset: usdt } = findBridgeSource('ARBITRUM', 'USDT0') ?? {};
    expect(usdt?.address).toBe(SOURCE_USDT);
    for (const [chain, token] of [
      ['BASE', 'USDT0'],
      ['ARBITRUM', 'EURC'],
      ['ARBITRUM', 'constructor'],
      ['SEPOLIA', 'USDC'],
      ['constructor', 'USDC'],
    ] as const) {
      expect(findBridgeSource(chain, token)).toBeUndefined();
    }
  });
});

describe('a payment of a Safe from another network', () => {
  const returning = (to: string, fallback = to): Changes => ({
    across: { refundAddress: word(to), message: messageOf([CALL], fallback) },
  });
  const allowed = { allowance: SOURCE_UNITS.toString() };
  const checkSafe = (changes: Changes, refundTo: string, calls?: readonly unknown[]) => {
    const route = bridgeCallOf(dataOf(changes));
    const body = bridgeBody(calls ?? [approvalOf(), route], allowed);
    return check(body, { wallet: PAYER, safe: { refundTo } });
  };

  it('returns to the Safe, or to the owner who was chosen, and to nobody else', () => {
    expect(checkSafe(returning(PAYER), PAYER)).toMatchObject({ kind: 'ok' });
    expect(checkSafe(returning(OTHER), OTHER)).toMatchObject({ kind: 'ok' });
    for (const changes of [returning(PAYER), returning(OTHER, PAYER), returning(PAYER, OTHER)])
      expect(checkSafe(changes, OTHER)).toEqual(refused('refund'));
    expect(checkSafe(returning(OTHER), PAYER)).toEqual(refused('refund'));
  });

  it('begins with the approval also where the allowance is enough now', () => {
    const { steps } = { steps: [], ...checkSafe(returning(PAYER), PAYER) };
    expect(steps).toMatchObject([{ kind: 'approve', units: SOURCE_UNITS }, { kind: 'pay' }]);
    const alone = [bridgeCallOf(dataOf(returning(PAYER)))];
    expect(checkSafe({}, PAYER, alone)).toEqual(refused('approval'));
    expect(check(bridgeBody(alone, allowed))).toMatchObject({ kind: 'ok' });
  });
});
