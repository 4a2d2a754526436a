import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  encodeBySandbox,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import {
  type Changes,
  dataOf,
  FILL_BY,
  hex,
  OTHER,
  PAYER,
  QUOTED_AT,
  SOURCE_USDC,
  word,
} from '../../../tests/support/route-sample.ts';
import { readLink } from '../link.ts';
import { findBridgeSource } from './bridge-source.ts';
import { checkBridgePayment } from './check-bridge-payment.ts';

const NOW = QUOTED_AT * 1_000;
const DIAMOND = bridgeCallOf().to;

/** What the check says of a body, with the link as the view shows it. */
function check(
  body: unknown,
  {
    view = BRIDGE_VIEW,
    now = NOW,
    wallet = PAYER,
  }: { view?: object; now?: number; wallet?: string } = {},
) {
  const link = readLink(view);
  const source = findBridgeSource('ARBITRUM', 'USDT');
  if (typeof link === 'string' || source === undefined) throw new Error(String(link));
  return checkBridgePayment({ link, source, wallet, body, now });
}

const checkRoute = (changes: Changes) => {
  const data = dataOf(changes);
  const units = changes.bridge?.minAmount ?? SOURCE_UNITS;
  return check(bridgeBody([approvalOf(units), bridgeCallOf(data)]));
};

describe('a payment from another network', () => {
  it('is an approval of exactly what it takes, and the call of the bridge', () => {
    const data = encodeBySandbox();
    expect(data.toLowerCase()).toBe(dataOf());
    expect(check(bridgeBody([approvalOf(), bridgeCallOf(data)]))).toMatchObject({
      kind: 'ok',
      steps: [
        { kind: 'approve', spender: DIAMOND, units: SOURCE_UNITS, asset: { symbol: 'USDT' } },
        { kind: 'pay', call: { to: DIAMOND, data, value: '0x0' } },
      ],
      sourceUnits: SOURCE_UNITS,
      paidUnits: 100_500000n,
      mainUnits: 100_000000n,
      costUnits: 500000n,
      fees: [{ units: 500000n, percentage: '0.5' }],
      paymentReference: BRIDGE_VIEW.paymentReference,
      deadline: (QUOTED_AT + 3_600) * 1_000,
      fillDeadline: FILL_BY * 1_000,
    });
  });

  it.each<[string, Changes, string]>([
    [
      'another source token',
      { bridge: { sendingAssetId: SOURCE_USDC }, across: { sendingAssetId: word(SOURCE_USDC) } },
      'token',
    ],
    ['a refund to somebody else', { across: { refundAddress: word(OTHER) } }, 'refund'],
    ['a receiver that is somebody', { across: { receiverAddress: word(OTHER) } }, 'receiver'],
    ['another destination', { bridge: { destinationChainId: 10n } }, 'network'],
  ])('is refused with %s', (_, changes, reason) => {
    expect(checkRoute(changes)).toEqual({ kind: 'refused', reason });
  });

  it('is refused by another contract, with a coin, or for another wallet', () => {
    const call = bridgeCallOf();
    const refused = (reason: string) => ({ kind: 'refused', reason });
    expect(check(bridgeBody([approvalOf(), { ...call, to: OTHER }]))).toEqual(refused('contract'));
    expect(check(bridgeBody([approvalOf(), { ...call, value: '0x1' }]))).toEqual(refused('coin'));
    expect(check(bridgeBody(), { wallet: hex(OTHER) })).toEqual(refused('refund'));
  });
});
