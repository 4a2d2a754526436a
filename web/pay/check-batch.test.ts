import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import {
  approval,
  type BatchDetail,
  batchCall,
  COLLECTOR,
  DETAILS,
  THIEF,
} from './sample-forms.ts';
import { PAYEE, PAYER, VIEW } from './sample-states.ts';

const { batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};

describe('a batch with fees', () => {
  const fee = {
    type: 'protocol_fee',
    label: 'Protocol fee',
    feeBearer: 'payee',
    percentageBps: 200,
    capUsd: null,
    calculatedAmountUsd: '0.1',
    destinationRef: { evmAddress: COLLECTOR },
  };
  const [first, second] = ['0x0000000000000001', '0x0000000000000002'] as const;
  const feeReference = '0x00000000000000f1';
  const view = {
    ...VIEW,
    paymentType: 'batch',
    requestIds: ['01a', '01b'],
    payees: [PAYEE, PAYEE],
    amounts: ['5000000', '3000000'],
    paymentCurrencies: ['USDC-sepolia', 'USDC-sepolia'],
    paymentReferences: [first, second],
    feePlans: [{ netRecipientAmountUsd: '4.9', fees: [fee] }, null],
  };
  const pays = (
    recipient: BatchDetail['recipient'],
    amount: bigint,
    paymentReference: BatchDetail['paymentReference'],
  ): BatchDetail => ({ ...DETAILS.token, recipient, amount, paymentReference });
  const leg = pays(COLLECTOR, 100_000n, feeReference);
  const prepared = {
    feeType: 'protocol_fee',
    feeBearer: 'payee',
    amount: '0.1',
    recipient: COLLECTOR,
    paymentReference: feeReference,
  };
  type Tampered = { legs: readonly BatchDetail[]; fees?: readonly object[] };
  const checkBatch = (legs: Tampered['legs'], fees: Tampered['fees'] = [prepared]) => {
    const token = [pays(PAYEE, 4_900_000n, first), ...legs, pays(PAYEE, 3_000_000n, second)];
    const call = batchCall({ conversion: [], native: [], value: 0n, token });
    const link = readLink(view);
    if (typeof link === 'string') throw new Error(link);
    return checkCalldata(link, {
      ERC20ApprovalTransactions: [{ ...approval(batch, 8_000_000n), value: 0 }],
      batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
      feeBundle: { fees },
    });
  };

  it('is read with its fees, out of the requested amounts', () => {
    expect(checkBatch([leg])).toMatchObject({
      fees: [{ label: 'Protocol fee', bearer: 'payee', units: 100_000n }],
      totals: [{ units: 8_000_000n }],
    });
  });

  it('names who receives a fee with the checksum that payers compare', () => {
    const collector = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
    const plan = { ...fee, destinationRef: { evmAddress: collector } };
    const link = readLink({
      ...view,
      feePlans: [{ netRecipientAmountUsd: '4.9', fees: [plan] }, null],
    });
    if (typeof link === 'string') throw new Error(link);
    const token = [
      pays(PAYEE, 4_900_000n, first),
      pays(collector, 100_000n, feeReference),
      pays(PAYEE, 3_000_000n, second),
    ];
    const call = batchCall({ conversion: [], native: [], value: 0n, token });
    const plans = checkCalldata(link, {
      ERC20ApprovalTransactions: [],
      batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
      feeBundle: { fees: [{ ...prepared, recipient: collector }] },
    });
    expect(plans).toMatchObject({
      fees: [{ address: PAYER }],
      steps: [{ fees: [{ address: PAYER }] }],
    });
  });

  const elsewhere: BatchDetail = { ...leg, recipient: THIEF };
  const more: BatchDetail = { ...leg, amount: 100_001n };
  const tampered: [string, Tampered, string][] = [
    ['a fee to somebody else', { legs: [elsewhere] }, 'fee'],
    [
      'a fee to another receiver who is announced',
      { legs: [elsewhere], fees: [{ ...prepared, recipient: THIEF }] },
      'fee',
    ],
    ['a fee of one unit more', { legs: [more] }, 'fee'],
    [
      'a fee of more than was agreed',
      { legs: [more], fees: [{ ...prepared, amount: '0.100001' }] },
      'fee',
    ],
    ['an unannounced fee', { legs: [leg], fees: [] }, 'amount'],
    ['a fee twice', { legs: [leg, leg] }, 'fee'],
  ];
  it.each(tampered)('is refused with %s', (_, { legs, fees }, mismatch) => {
    expect(checkBatch(legs, fees)).toBe(mismatch);
  });

  it('is refused with a fee that was reported and is not paid', () => {
    expect(checkBatch([])).toBe('amount');
  });
});
