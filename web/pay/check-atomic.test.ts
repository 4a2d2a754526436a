import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  approval,
  type BatchDetail,
  batchCall,
  COLLECTOR,
  CONVERSION_VIEW,
  DETAILS,
  FEE_REFERENCE,
  NATIVE_VIEW,
  REFERENCE,
  THIEF,
  tokenCall,
  USDC,
  type WireCall,
} from './sample-forms.ts';
import { PAYEE, VIEW } from './sample-states.ts';

const { batch, feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};

const agreed = {
  type: 'orchestrator_fee',
  label: 'Platform fee',
  feeBearer: 'payee',
  percentageBps: 200,
  capUsd: null,
  calculatedAmountUsd: '0.25',
  destinationRef: { evmAddress: COLLECTOR },
};
const feePlan = { fees: [agreed] };
const answer = {
  feeType: 'orchestrator_fee',
  feeBearer: 'payee',
  amount: '0.25',
  recipient: COLLECTOR,
  paymentReference: FEE_REFERENCE,
};

const main: BatchDetail = {
  ...DETAILS.token,
  recipient: PAYEE,
  amount: 12_250_000n,
  paymentReference: REFERENCE,
};
const leg: BatchDetail = {
  ...DETAILS.token,
  recipient: COLLECTOR,
  amount: 250_000n,
  paymentReference: FEE_REFERENCE,
};
const call = (token: readonly BatchDetail[], parts: Parameters<typeof batchCall>[0] = {}) =>
  batchCall({ conversion: [], token, native: [], value: 0n, ...parts });
const approved = (units = 12_500_000n) => approval(batch, units);

/** The result of the check for atomic transactions; the documented ones would pay another payee. */
function check(
  atomicTransactions: readonly WireCall[] | undefined,
  { view = { ...VIEW, feePlan }, metadata = {} }: { view?: object; metadata?: object } = {},
) {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  const body = {
    paymentReference: REFERENCE,
    transactions: [tokenCall({ payee: THIEF })],
    atomicTransactions,
    feeBundle: { fees: [answer] },
    metadata,
  };
  return checkCalldata(link, body, { atomic: true });
}

describe('a payment and its fees in one call', () => {
  it('are read as one payment behind an exact approval', () => {
    expect(check([approved(), call([main, leg])])).toMatchObject({
      steps: [
        { kind: 'approve', units: 12_500_000n, spender: batch },
        { kind: 'pay', totals: [{ units: 12_500_000n }], fees: [{ label: 'Platform fee' }] },
      ],
      mainUnits: 12_250_000n,
      fees: [{ label: 'Platform fee', percentage: '2', bearer: 'payee', units: 250_000n }],
      totals: [{ units: 12_500_000n }],
      contractFees: [],
    });
  });

  it('are read in coins, with exactly those sent along', () => {
    const native = { ...main, path: [], amount: 24n * 10n ** 16n };
    const fee = { ...leg, path: [], amount: 10n ** 16n };
    const nativePlan = { fees: [{ ...agreed, calculatedAmountUsd: '0.01' }] };
    const view = { ...NATIVE_VIEW, feePlan: nativePlan };
    const link = readLink(view);
    if (typeof link === 'string') throw new Error(link);
    const value = 25n * 10n ** 16n;
    const checked = (sent: bigint) =>
      checkCalldata(
        link,
        {
          paymentReference: REFERENCE,
          atomicTransactions: [call([], { native: [native, fee], value: sent })],
          feeBundle: { fees: [{ ...answer, amount: '0.01' }] },
        },
        { atomic: true },
      );
    expect(checked(value)).toMatchObject({ steps: [{ kind: 'pay', totals: [{ units: value }] }] });
    expect(checked(value + 1n)).toBe('coin');
    expect(checked(value - 1n)).toBe('coin');
  });

  it('are read as conversions, with the most that all may take', () => {
    const { conversion } = DETAILS;
    const items: readonly BatchDetail[] = [
      { ...conversion, amount: 975_000_000n, paymentReference: REFERENCE, maxToSpend: 10_832_250n },
      {
        ...conversion,
        recipient: COLLECTOR,
        amount: 25_000_000n,
        paymentReference: FEE_REFERENCE,
        maxToSpend: 277_750n,
      },
    ];
    const view = { ...CONVERSION_VIEW, feePlan };
    const paid = (parts: readonly BatchDetail[]) =>
      check([approved(11_110_000n), call([], { conversion: parts })], { view });
    expect(paid(items)).toMatchObject({ totals: [{ units: 11_110_000n }] });
    const [first] = items;
    expect(paid(items.map((item) => ({ ...item, path: [USDC, USDC] })))).toBe('token');
    expect(paid(items.map((item) => ({ ...item, maxToSpend: 11_110_000n })))).toBe('rate');
    expect(paid(first === undefined ? [] : [first])).toBe('unreadable');
  });

  it.each<[string, WireCall, string]>([
    ['another contract', call([main, leg], { to: feeProxy }), 'contract'],
    ['the call of another contract', tokenCall(), 'unreadable'],
    ['another payee', call([{ ...main, recipient: THIEF }, leg]), 'payee'],
    ['one unit more', call([{ ...main, amount: 12_250_001n }, leg]), 'amount'],
    ['one unit less', call([{ ...main, amount: 12_249_999n }, leg]), 'amount'],
    ['another reference', call([{ ...main, paymentReference: FEE_REFERENCE }, leg]), 'reference'],
    ['another token', call([{ ...main, path: [THIEF] }, leg]), 'token'],
    ['another token of the fee', call([main, { ...leg, path: [THIEF] }]), 'token'],
    ['another receiver of the fee', call([main, { ...leg, recipient: THIEF }]), 'fee'],
    ['a larger fee', call([main, { ...leg, amount: 250_001n }]), 'fee'],
    ['a smaller fee', call([main, { ...leg, amount: 249_999n }]), 'fee'],
    [
      'another reference of the fee',
      call([main, { ...leg, paymentReference: REFERENCE }]),
      'reference',
    ],
    ['a fee of the fee', call([main, { ...leg, fee: 1n }], { feeAddress: THIEF }), 'fee'],
    ['an unannounced fee', call([{ ...main, fee: 1n }, leg], { feeAddress: THIEF }), 'fee'],
    ['no fee', call([main]), 'unreadable'],
    ['a fee twice', call([main, leg, leg]), 'unreadable'],
    ['a third payment', call([main, leg, { ...leg, recipient: THIEF }]), 'unreadable'],
    ['the fee in front', call([leg, main]), 'fee'],
    ['nothing', call([]), 'unreadable'],
    ['coins', call([main, leg], { value: 1n }), 'coin'],
    [
      'a byte too many',
      { ...call([main, leg]), data: `${call([main, leg]).data}00` },
      'unreadable',
    ],
  ])('are refused with %s', (_, changed, problem) => {
    expect(check([approved(), changed])).toBe(problem);
  });

  it.each<[string, readonly WireCall[]]>([
    ['of one unit more', [approved(12_500_001n)]],
    ['of one unit less', [approved(12_499_999n)]],
    ['for another contract', [approval(feeProxy, 12_500_000n)]],
    ['of another token', [approval(batch, 12_500_000n, THIEF)]],
    ['that only clears the old one', [approved(0n)]],
    ['given twice', [approved(), approved()]],
  ])('are refused behind an approval %s', (_, approvals) => {
    expect(check([...approvals, call([main, leg])])).toBe('approval');
  });

  it('are refused with a second call behind them', () => {
    expect(check([approved(), call([main, leg]), call([main, leg])])).toBe('approval');
  });

  it('give way to the documented transactions where there are none', () => {
    expect(check(undefined)).not.toMatchObject({ steps: [{}, {}] });
    expect(check([])).toBe('unreadable');
  });
});
