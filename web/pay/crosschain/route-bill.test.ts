import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
} from '../../../tests/support/bridge-payment.ts';
import { DEPOSIT_USDC, FEE, SWAP, swapData } from '../../../tests/support/route-legs.ts';
import { dataOf, hex, word } from '../../../tests/support/route-sample.ts';
import { readLink } from '../link.ts';
import { RouteBill } from './review.tsx';
import { findSource } from './source-options.ts';

const EURC = hex('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c');

/** The bill of calldata, as plain text. */
function billOf(
  data: string,
  approval: object,
  [network, symbol, metadata = {}]: readonly [string, string, object?],
): string {
  const from = [network, symbol] as const;
  const calls = [approval, { ...bridgeCallOf(), data }];
  const plan = checkBridge(bridgeBody(calls, metadata), { from });
  const link = readLink(BRIDGE_VIEW);
  const source = findSource(...from);
  if (plan.kind !== 'ok' || typeof link === 'string' || source === undefined) {
    throw new Error('this route cannot be shown');
  }
  const quote = { source, plan, expiresAt: 0, durationS: undefined, step: undefined };
  const state = { at: 'crosschain', link, wallets: [], payer: undefined, follows: false } as const;
  return render(h(RouteBill, { quote, state }))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the bill of a payment from another network', () => {
  it('says the network fee in dollars too, where the API does', () => {
    const data = dataOf({ ...DEPOSIT_USDC, legs: [FEE, SWAP] });
    const bill = (metadata: object) =>
      billOf(data, approvalOf(101_500000n), ['ARBITRUM', 'USDT', metadata]);
    const fee = { estimatedNetworkFee: '0.00048' };
    const said = 'Network fee on Arbitrum One, about 0.00048 ETH';
    expect(bill({ ...fee, estimatedNetworkFeeUsd: '1.536' })).toContain(`${said} (US$1.54)`);
    expect(bill(fee)).toMatch(new RegExp(`${said} (?!\\()`));
  });

  it('names what the transfer costs, and what of it are fees before the bridge', () => {
    const data = dataOf({ ...DEPOSIT_USDC, legs: [FEE, SWAP] });
    const bill = billOf(data, approvalOf(101_500000n), ['ARBITRUM', 'USDT']);
    expect(bill).toContain('Transfer between networks 1.00 USDT');
    expect(bill).toContain('Swap to USDC, part of the transfer at most 0.10 USDT');
    expect(bill).toContain('Fee of the route, part of the transfer 0.50 USDT');
    expect(bill).toContain('You pay on Arbitrum One 101.50 USDT');
    expect(bill).not.toContain('Exchange rate');
  });

  it('names the rate instead, where only a rate could say what it costs', () => {
    const token = EURC;
    const units = 94_000000n;
    const data = dataOf({
      bridge: { sendingAssetId: token, minAmount: units },
      across: { sendingAssetId: word(token) },
    });
    const bill = billOf(data, approvalOf(units, { token }), ['ETHEREUM', 'EURC']);
    expect(bill).toContain('Exchange rate, transfer included 1 EURC = 1.0691 USDC');
    expect(bill).not.toContain('Transfer between networks');
    expect(bill).not.toContain('Fee of the route');
    expect(bill).not.toContain('Swap');
  });

  it('names what a swap gives at least, where only a rate could say what it costs', () => {
    const token = EURC;
    const usdc = hex('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
    const units = 94_000000n;
    const callData = swapData({ from: token, to: usdc, input: units });
    const leg = { ...SWAP, sendingAssetId: token, receivingAssetId: usdc, fromAmount: units };
    const data = dataOf({
      bridge: { ...DEPOSIT_USDC.bridge, sendingAssetId: usdc },
      across: { ...DEPOSIT_USDC.across, sendingAssetId: word(usdc) },
      legs: [{ ...leg, callData, requiresDeposit: true }],
    });
    const bill = billOf(data, approvalOf(units, { token }), ['ETHEREUM', 'EURC']);
    expect(bill).toContain('Exchange rate, transfer included 1 EURC = 1.0691 USDC');
    expect(bill).toContain('Swap to USDC, part of the transfer at least 100.90 USDC');
  });
});
