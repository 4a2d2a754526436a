import { describe, expect, it } from 'vitest';
import {
  TRON,
  TRON_FEE_REFERENCE,
  TRON_REFERENCE,
  tronApproval,
  tronBatch,
  tronPayment,
} from '../../../tests/support/tron-calldata.ts';
import '../../wallet/tron/tron-network.ts';
import { listedFees, readUnpaidFees } from '../unpaid/unpaid-fees.ts';
import { checkUnpaidOnTron } from './check-tron-unpaid.ts';

const FEE = 250_000n;

const listed = (parts: object = {}) => ({
  requestId: '01',
  paymentReference: TRON_FEE_REFERENCE,
  feeType: 'protocol_fee',
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  amount: '0.25',
  currency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
  recipient: TRON.feeReceiver,
  ...parts,
});
const second = listed({ paymentReference: TRON_REFERENCE, amount: '0.5', recipient: TRON.payee });

async function check(fees: readonly object[], body: object, own: string = TRON.payer) {
  const unpaid = readUnpaidFees(fees);
  if (typeof unpaid === 'string') return unpaid;
  return await checkUnpaidOnTron(own, unpaid, body);
}

const FIRST = { payee: TRON.feeReceiver, amount: FEE, reference: TRON_FEE_REFERENCE } as const;
const SECOND = { payee: TRON.payee, amount: 500_000n, reference: TRON_REFERENCE } as const;
const fee = (
  changes: Parameters<typeof tronPayment>[0] = {},
  parts: Parameters<typeof tronPayment>[1] = {},
) => tronPayment({ ...FIRST, ...changes }, parts);
const approval = (changes: object = {}, parts: object = {}) =>
  tronApproval({ units: FEE, ...changes }, parts);

describe('outstanding fees on Tron', () => {
  it('are listed with whole addresses in Base58', () => {
    expect(listedFees([listed()])).toMatchObject([
      { amount: '0.25', currency: 'USDT', recipient: TRON.feeReceiver },
    ]);
  });

  it('are paid by a transaction of each, of which the first is signed', async () => {
    const transactions = [approval({ units: 750_000n }), fee(), tronPayment(SECOND)];
    const plan = await check([listed(), second], { transactions });
    const { txID, raw_data, raw_data_hex, visible } = fee({}, timeOf(transactions[1]));
    expect(plan).toMatchObject({
      paid: [{ address: TRON.feeReceiver, units: FEE, reference: TRON_FEE_REFERENCE }],
      steps: [
        { kind: 'approve', spender: TRON.proxy, networkFeeMost: '100.00' },
        {
          kind: 'pay',
          networkFeeMost: '300.00',
          call: { to: TRON.proxy, transaction: { txID, raw_data, raw_data_hex, visible } },
        },
      ],
    });
  });

  it('are paid by one call of the batch contract where that is prepared', async () => {
    const body = {
      transactions: [fee({ payee: TRON.thief })],
      atomicTransactions: [
        approval({ spender: TRON.batch, units: 750_000n }),
        tronBatch([FIRST, SECOND]),
      ],
    };
    expect(await check([listed(), second], body)).toMatchObject({
      paid: [{ address: TRON.feeReceiver }, { address: TRON.payee }],
      steps: [
        { kind: 'approve', spender: TRON.batch },
        { kind: 'pay', payments: 2 },
      ],
    });
  });

  it.each<[string, readonly object[], string]>([
    ['another receiver', [fee({ payee: TRON.thief })], 'payee'],
    ['another amount', [fee({ amount: FEE + 1n })], 'amount'],
    ['another reference', [fee({ reference: TRON_REFERENCE })], 'reference'],
    ['another token', [fee({ token: TRON.usdc })], 'token'],
    ['a fee of a fee', [fee({ fee: 1n })], 'fee'],
    ['another contract', [fee({}, { contract: TRON.thief })], 'contract'],
    ['a second payment', [fee(), fee()], 'approval'],
    ['an approval of more', [approval({ units: FEE + 1n }), fee()], 'approval'],
    ['an approval for somebody else', [approval({ spender: TRON.thief }), fee()], 'approval'],
    ['another signer', [fee({}, { owner: TRON.thief })], 'signer'],
    ['a higher fee limit', [fee({}, { feeLimitSun: 300_000_001 })], 'feeLimit'],
    ['an approval with a higher fee limit', [approval({}, { feeLimitSun: 1 }), fee()], 'feeLimit'],
    ['an expiry far ahead', [fee({}, { validMs: 3_600_000 })], 'expiry'],
    ['a memo', [fee({}, { raw: { data: '61' } })], 'unreadable'],
    ['other bytes than the call', [{ ...fee(), data: fee({ amount: 1n }).data }], 'unreadable'],
    ['nothing', [], 'payments'],
  ])('are not offered with %s', async (_, transactions, problem) => {
    expect(await check([listed()], { transactions })).toBe(problem);
  });

  it('are not payable here with a receiver of another network', () => {
    const recipient = `0x${'66'.repeat(20)}`;
    expect(readUnpaidFees([listed({ recipient })])).toBe('unknown');
  });
});

/** The time of a transaction, so that another one is the same. */
function timeOf(element: ReturnType<typeof tronPayment> | undefined) {
  return { timestampMs: element?.raw_data.timestamp ?? 0 };
}
