import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { TRUSTED } from '../../../wallet/trusted.generated.ts';
import { TRUSTED_CONTRACTS } from '../../../wallet/trusted-contracts.generated.ts';
import { checkBankPayment } from './check-bank-payment.ts';

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
]);
const PROXY = getAddress(TRUSTED_CONTRACTS['base']?.feeProxy ?? '');
const USDC = getAddress(TRUSTED['base']?.tokens['USDC-base']?.address ?? '');
const DEPOSIT = '0x5fA1000000000000000000000000000000000001';
const OTHER = '0x9999999999999999999999999999999999999999';
const NOBODY = '0x000000000000000000000000000000000000dEaD';

const TERMS = {
  network: 'base',
  currencyId: 'USDC-base',
  amount: '12.5',
  paymentReference: '0x00112233445566aA',
  clientUserId: 'user-42',
  paymentDetailsId: 'pd-1',
};

const call = (to: string, data: Hex, value = '0x0') => ({ to, data, value: { hex: value } });

const approve = (
  units: bigint,
  { spender = PROXY, token = USDC }: { readonly spender?: Hex; readonly token?: string } = {},
) => call(token, encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, units] }));

interface Paying {
  readonly token?: Hex;
  readonly to?: string;
  readonly units?: bigint;
  readonly reference?: Hex;
  readonly fee?: bigint;
  readonly contract?: string;
  readonly value?: string;
}

function pay({
  token = USDC,
  to = DEPOSIT,
  units = 12_500_000n,
  reference = '0x00112233445566aa',
  fee = 0n,
  contract = PROXY,
  value,
}: Paying = {}) {
  const feeAddress = fee === 0n ? NOBODY : OTHER;
  const args = [token, getAddress(to.toLowerCase()), units, reference, fee, feeAddress] as const;
  const functionName = 'transferFromWithReferenceAndFee';
  return call(contract, encodeFunctionData({ abi: ABI, functionName, args }), value);
}

const PAYOUT = {
  offrampId: 'order-1',
  provider: 'Bridge',
  clientUserId: 'user-42',
  paymentDetailsId: 'pd-1',
  depositAddress: DEPOSIT,
  payUntil: '2026-11-29T16:00:00.000Z',
};

const answer = (transactions: readonly object[], payout: object = PAYOUT) => ({
  transactions,
  metadata: { hasEnoughBalance: true, hasEnoughGas: false },
  payout,
});

describe('what is answered for a payout to a bank account', () => {
  it('is what the request says, in the order of signing', () => {
    const fee = { to: OTHER, units: 40_000n, reference: '0xffffffffffffffff' } as const;
    const calls = [approve(0n), approve(12_600_000n), pay({ fee: 60_000n }), pay(fee)];
    expect(checkBankPayment(TERMS, answer(calls))).toMatchObject({
      chainId: 8453,
      asset: { symbol: 'USDC', decimals: 6 },
      provider: 'Bridge',
      depositAddress: DEPOSIT,
      payUntil: PAYOUT.payUntil,
      amountUnits: 12_500_000n,
      feeUnits: 100_000n,
      hasEnoughBalance: true,
      hasEnoughGas: false,
      steps: [
        { kind: 'reset', to: USDC, units: 0n, receiver: PROXY },
        { kind: 'approve', to: USDC, units: 12_600_000n },
        { kind: 'pay', to: PROXY, units: 12_500_000n, receiver: DEPOSIT, fee: { units: 60_000n } },
        { kind: 'fee', to: PROXY, units: 40_000n, receiver: OTHER },
      ],
    });
  });

  it('needs no approval where the allowance is enough', () => {
    expect(checkBankPayment(TERMS, answer([pay()]))).toMatchObject({ steps: [{ kind: 'pay' }] });
  });

  it.each([
    ['unreadable', 'nothing', []],
    ['unreadable', 'an approval alone', [approve(12_500_000n)]],
    ['unreadable', 'another function', [call(PROXY, '0xdeadbeef')]],
    ['unreadable', 'one byte too many', [{ ...pay(), data: `${pay().data}00` }]],
    ['contract', 'another contract', [pay({ contract: OTHER })]],
    ['token', 'another token', [pay({ token: OTHER })]],
    ['payee', 'another payee', [pay({ to: OTHER })]],
    ['amount', 'more', [pay({ units: 12_500_001n })]],
    ['amount', 'less', [pay({ units: 12_499_999n })]],
    ['reference', 'the reference of another request', [pay({ reference: '0x1111111111111111' })]],
    ['coin', 'the network’s coin beside it', [pay({ value: '0x1' })]],
    ['coin', 'a value that cannot be read', [pay({ value: 'all' })]],
    [
      'approval',
      'an approval for somebody else',
      [approve(12_500_000n, { spender: OTHER }), pay()],
    ],
    ['approval', 'an approval of another token', [approve(12_500_000n, { token: OTHER }), pay()]],
    ['approval', 'an approval of too little', [approve(1n), pay()]],
    ['approval', 'a cleared allowance alone', [approve(0n), pay()]],
    ['approval', 'two approvals', [approve(12_500_000n), approve(12_500_000n), pay()]],
    ['unreadable', 'an approval behind the payment', [pay(), approve(12_500_000n)]],
    ['contract', 'a fee by another contract', [pay(), pay({ contract: OTHER })]],
    ['token', 'a fee in another token', [pay(), pay({ token: OTHER })]],
  ])('is refused as %s with %s', (mismatch, _what, transactions) => {
    expect(checkBankPayment(TERMS, answer(transactions))).toBe(mismatch);
  });

  it.each([
    ['bank_account', { clientUserId: 'user-43' }],
    ['bank_account', { paymentDetailsId: 'pd-2' }],
    ['payee', { depositAddress: OTHER }],
    ['unreadable', { depositAddress: 'somewhere' }],
    ['unreadable', { payUntil: 'soon' }],
    ['unreadable', { clientUserId: 7 }],
  ])('is refused as %s with %j', (mismatch, more) => {
    expect(checkBankPayment(TERMS, answer([pay()], { ...PAYOUT, ...more }))).toBe(mismatch);
  });

  it.each([{ network: 'nowhere' }, { network: 'mainnet' }, { currencyId: 'USDC-nowhere' }])(
    'is refused where the page does not know %j',
    (more) => {
      expect(checkBankPayment({ ...TERMS, ...more }, answer([pay()]))).toBe('unreadable');
    },
  );

  it.each([undefined, null, 'text', 7, [], {}])('is refused where it is %j', (body) => {
    expect(checkBankPayment(TERMS, body)).toBe('unreadable');
  });
});
