import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  approval,
  COLLECTOR,
  FEE_REFERENCE,
  REFERENCE,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from './sample-forms.ts';
import { VIEW } from './sample-states.ts';

const { feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};

/** What the check says of calls for the link. */
function check(calls: readonly WireCall[], more: object = {}) {
  const link = readLink(VIEW);
  if (typeof link === 'string') throw new Error(link);
  return checkCalldata(link, { paymentReference: REFERENCE, transactions: calls, ...more });
}

const announced = { metadata: { platformFee: { percentage: '1', address: COLLECTOR } } };

describe('a payment of a token', () => {
  it('is read behind its approval', () => {
    expect(check([approval(feeProxy, 12_500_000n), tokenCall()])).toMatchObject({
      steps: [{ kind: 'approve' }, { kind: 'pay' }],
      totals: [{ units: 12_500_000n }],
    });
  });

  it.each([
    ['another contract', [tokenCall({ to: THIEF })], 'contract'],
    ['another payee', [tokenCall({ payee: THIEF })], 'payee'],
    ['another token', [tokenCall({ token: THIEF })], 'token'],
    ['one unit more', [tokenCall({ amount: 12_500_001n })], 'amount'],
    ['another reference', [tokenCall({ reference: FEE_REFERENCE })], 'reference'],
    ['a fee that nobody announced', [tokenCall({ fee: 1n, feeAddress: THIEF })], 'fee'],
    ['an approval for somebody else', [approval(THIEF, 12_500_000n), tokenCall()], 'approval'],
    [
      'an approval of another token',
      [approval(feeProxy, 12_500_000n, THIEF), tokenCall()],
      'approval',
    ],
    ['a transfer in place of an approval', [{ ...tokenCall(), to: USDC }, tokenCall()], 'approval'],
    ['coins along', [{ ...tokenCall(), value: '0x1' }], 'coin'],
    ['a byte too many', [{ ...tokenCall(), data: `${tokenCall().data}00` as const }], 'unreadable'],
    ['no calldata', [{ ...tokenCall(), data: '0x' as const }], 'unreadable'],
  ])('is refused with %s', (_, calls, problem) => {
    expect(check(calls)).toBe(problem);
  });

  it('is refused with a fee above the one that was announced', () => {
    const call = tokenCall({ fee: 125_001n, feeAddress: COLLECTOR });
    expect(check([call], announced)).toBe('fee');
    const exact = tokenCall({ fee: 125_000n, feeAddress: COLLECTOR });
    expect(check([exact], announced)).toMatchObject({ steps: [{ kind: 'pay' }] });
  });

  it('is refused with a second call behind it', () => {
    const calls = [tokenCall(), tokenCall({ payee: THIEF })];
    const metadata = { paymentTransactionIndex: 0 };
    expect(check(calls, { metadata })).toBe('unreadable');
  });
});
