import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  approval,
  BATCH_VIEW,
  type BatchDetail,
  batchCall,
  CONVERSION_VIEW,
  conversionCall,
  DETAILS,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from './sample-forms.ts';
import { VIEW } from './sample-states.ts';

const { conversionProxy, batch, feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const [EUR, USD] = DETAILS.conversion.path;
/** What the batch of the tests takes in tokens, and in coins. */
const [TOKENS, COINS] = [14_110_000n, 10n ** 17n];

/** The result of the check of calls for a link. */
function check(view: object, transactions: readonly object[]) {
  return checkBody(view, { paymentReference: '0x0011223344556677', transactions });
}

function checkBody(view: object, body: object) {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  return checkCalldata(link, body);
}

function checkBatch(call: WireCall, approvalValue: unknown = 0) {
  return checkBody(BATCH_VIEW, {
    ERC20ApprovalTransactions: [{ ...approval(batch, TOKENS), value: approvalValue }],
    batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
  });
}

describe('the path of a conversion', () => {
  it.each<[string, BatchDetail['path']]>([
    ['another token', [EUR, USD, THIEF]],
    ['another token behind the one that is shown', [EUR, USDC, THIEF]],
    ['nothing but the currencies', [EUR, USD]],
  ])('is refused with %s at its end, by itself and in a batch', (_, path) => {
    expect(check(CONVERSION_VIEW, [conversionCall({ path })])).toBe('token');
    const conversion = [{ ...DETAILS.conversion, path }];
    expect(checkBatch(batchCall({ conversion }))).toBe('token');
  });

  it('may lead over other currencies than the tests’ to the token', () => {
    const call = conversionCall({ path: [EUR, THIEF, USDC] });
    expect(check(CONVERSION_VIEW, [call])).toMatchObject({ mainUnits: 1_000_000_000n });
  });
});

describe('what the batch contract takes for itself', () => {
  it.each([
    ['nothing', COINS, []],
    ['all that its owner can set', COINS + COINS / 50n, [{ units: COINS / 50n }]],
  ])('is shown: %s', (_, value, contractFees) => {
    expect(checkBatch(batchCall({ value }))).toMatchObject({ contractFees });
  });

  it.each([
    ['one unit above what its owner can set', COINS + COINS / 50n + 1n],
    ['one unit below the payments', COINS - 1n],
  ])('is refused: %s', (_, value) => {
    expect(checkBatch(batchCall({ value }))).toBe('coin');
  });
});

describe('an approval', () => {
  const values = ['0x1', '1', 1, { type: 'BigNumber', hex: '0x0de0b6b3a7640000' }, 'some'];

  it.each(values)('that sends %j of the coin along is refused', (value) => {
    const ofToken = { ...approval(feeProxy, 12_500_000n), value };
    expect(check(VIEW, [ofToken, tokenCall()])).toBe('coin');
    const ofConversion = { ...approval(conversionProxy, 11_110_000n), value };
    expect(check(CONVERSION_VIEW, [ofConversion, conversionCall()])).toBe('coin');
    expect(checkBatch(batchCall(), value)).toBe('coin');
  });

  it('that clears an old allowance and sends a coin along is refused', () => {
    const reset = { ...approval(feeProxy, 0n), value: '0x1' };
    expect(check(VIEW, [reset, approval(feeProxy, 12_500_000n), tokenCall()])).toBe('coin');
  });
});
