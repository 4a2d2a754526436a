import { describe, expect, it } from 'vitest';
import { groupAddress } from './address.ts';
import { showAmount } from './amount.ts';
import { showEstimate } from './estimate.ts';
import { plainText } from './plain-text.ts';

describe('an amount', () => {
  it.each([
    [12_500_000n, 6, '12.50'],
    [1n, 6, '0.000001'],
    [1_234_567_890_000n, 6, '1,234,567.89'],
    [10n ** 18n, 18, '1.00'],
    [10n ** 18n + 1n, 18, '1.000000000000000001'],
    [
      2n ** 256n - 1n,
      0,
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935',
    ],
    [5n, 1, '0.5'],
  ])('of %d units with %d decimals is shown exactly', (units, decimals, shown) => {
    expect(showAmount(units, decimals)).toBe(shown);
  });

  it('that is an estimate keeps two digits', () => {
    expect(showEstimate('0.000105000000735', 'ETH')).toBe('0.00011 ETH');
  });
});

describe('an address', () => {
  it('is grouped without losing a character', () => {
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const groups = groupAddress(address);
    expect(groups[0]).toBe('0x7099');
    expect(groups.join('')).toBe(address);
  });
});

describe('a text from outside', () => {
  it('shows what would have been invisible', () => {
    expect(plainText('a\u202eb\u200bc\u0000d\u2066e\u{e0041}f')).toBe(
      'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf',
    );
  });

  it('keeps letters of every script', () => {
    expect(plainText('Rechnung №7 – 請求書 فاتورة 🧾')).toBe('Rechnung №7 – 請求書 فاتورة 🧾');
  });

  it('is cut when it is too long', () => {
    expect([...plainText('🧾'.repeat(5_000))]).toHaveLength(256);
    expect(plainText('x'.repeat(255))).toHaveLength(255);
  });
});
