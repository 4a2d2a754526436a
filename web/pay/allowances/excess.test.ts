import { describe, expect, it } from 'vitest';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { Link } from '../link.ts';
import type { Plan } from '../plan.ts';
import {
  allowanceCall,
  allowedOf,
  isAnyAmount,
  isExcess,
  readUnits,
  revocationCall,
} from './excess.ts';

const network = TRUSTED['sepolia'];
const contracts = TRUSTED_CONTRACTS['sepolia'];
if (network === undefined || contracts === undefined) throw new Error('the list lacks Sepolia');
const { feeProxy, conversionProxy = '', batch = '' } = contracts;
const usdc = network.tokens['USDC-sepolia'];
const fau = network.tokens['FAU-sepolia'];
if (usdc === undefined || fau === undefined) throw new Error('the list lacks a token of Sepolia');
const coin = { symbol: 'ETH', decimals: 18, address: undefined };

const payment = (asset: Link['payments'][0]['asset']): Link['payments'][0] => ({
  asset,
  amountUnits: 10n,
  payee: undefined,
  paymentReference: undefined,
  conversion: undefined,
  paidUnits: 0n,
  blocked: undefined,
  feePlan: null,
});
const link = (...payments: [Link['payments'][0], ...Link['payments'][0][]]): Link => ({
  kind: 'single',
  networkId: 'sepolia',
  network,
  payments,
  reference: undefined,
  redirect: undefined,
  feePlan: null,
});

const call = (to: string) => ({ to, data: '0x', value: '0x0' });
const paying = (units: bigint): Plan['steps'][0] => ({
  kind: 'pay',
  call: call(feeProxy.toLowerCase()),
  payments: 1,
  positions: [0],
  totals: [{ asset: usdc, units }],
  fees: [],
});
const approving: Plan['steps'][0] = {
  kind: 'approve',
  call: call(usdc.address),
  asset: usdc,
  units: 12n,
  spender: feeProxy,
};

const seen = (plan?: Pick<Plan, 'steps'>, of = link(payment(usdc))) =>
  allowedOf(of, contracts, plan).map(({ asset, spender, dueUnits }) => [
    asset.symbol,
    spender,
    dueUnits,
  ]);

describe('allowances beyond a payment', () => {
  it('are looked up for each token once, towards every contract that payments go through', () => {
    const both = link(payment(usdc), payment(coin), payment(fau), payment(usdc));
    expect(seen(undefined, both)).toEqual(
      ['USDC', 'FAU'].flatMap((symbol) =>
        [feeProxy, conversionProxy, batch].map((spender) => [symbol, spender, 0n]),
      ),
    );
    expect(seen(undefined, link(payment(coin)))).toEqual([]);
  });

  it('begin above all that the steps of the payment take by that contract', () => {
    const plan = { steps: [paying(10n), paying(2n)] };
    expect(seen(plan)).toEqual([
      ['USDC', feeProxy, 12n],
      ['USDC', conversionProxy, 0n],
      ['USDC', batch, 0n],
    ]);
    const [allowed] = allowedOf(link(payment(usdc)), contracts, plan);
    if (allowed === undefined) throw new Error('nothing is looked up');
    expect(isExcess({ ...allowed, units: 12n })).toBe(false);
    expect(isExcess({ ...allowed, units: 13n })).toBe(true);
  });

  it('are none where the payment sets them anew', () => {
    expect(seen({ steps: [approving, paying(12n)] }).map(([, spender]) => spender)).toEqual([
      conversionProxy,
      batch,
    ]);
  });

  it('are asked for and revoked by calls of the token', () => {
    const allowed = { asset: usdc, spender: feeProxy, dueUnits: 0n };
    const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
    expect(allowanceCall(allowed, owner)).toEqual({
      to: usdc.address,
      data: `0xdd62ed3e${word(owner)}${word(feeProxy)}`,
    });
    expect(revocationCall(allowed)).toEqual({
      to: usdc.address,
      data: `0x095ea7b3${word(feeProxy)}${'0'.repeat(64)}`,
      value: '0x0',
    });
  });

  it('are read from one word, and are of any amount where they count down from the most', () => {
    expect(readUnits(`0x${'0'.repeat(62)}0c`)).toBe(12n);
    for (const answer of [undefined, '0x', '0x0c', `0x${'zz'.repeat(32)}`, 12])
      expect(readUnits(answer)).toBeUndefined();
    expect(isAnyAmount(2n ** 256n - 1_001n)).toBe(true);
    expect(isAnyAmount(10n ** 30n)).toBe(false);
  });
});
