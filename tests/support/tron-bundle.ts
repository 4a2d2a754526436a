import {
  TRON,
  type TronItem,
  tronApproval,
  type tronBatch,
  tronCalldata,
} from './tron-calldata.ts';

const REFERENCES = ['0x0000000000000001', '0x0000000000000002', '0x0000000000000003'] as const;
const PAYEES = [TRON.payee, TRON.feeReceiver, TRON.payee];

const child = (position: number, changes: object = {}) => ({
  securePaymentToken: `01K${position}`,
  requestId: `01${position}`,
  position,
  executable: true,
  blockReason: null,
  feePlan: null,
  amount: '5',
  payee: PAYEES[position],
  reference: null,
  context: { network: 'tron', currency: 'USDT-tron', position, hasBeenPaid: false },
  ...changes,
});

/** A bundle of three over 5 USDT each on Tron, with changes of its children. */
export const bundleView = (changes: readonly object[] = []) => ({
  paymentType: 'multicall',
  status: 'pending',
  token: '01K',
  canExecute: true,
  redirectUrl: null,
  redirectLabel: null,
  branding: null,
  requestIds: ['010', '011', '012'],
  children: [0, 1, 2].map((position) => child(position, changes[position])),
});

/** An item of the batch contract that pays a child, with changes. */
export const bundleItem = (position: number, changes: Partial<TronItem> = {}): TronItem => ({
  payee: PAYEES[position] ?? '',
  amount: 5_000_000n,
  reference: REFERENCES[position] ?? '0x',
  ...changes,
});
/** An approval of the batch contract. */
export const bundleApproval = (units = 15_000_000n) => tronApproval({ spender: TRON.batch, units });

type Call = ReturnType<typeof tronBatch>;
/** Calls of the batch contract, each with the children that it is said to pay. */
export type BundlePaying = readonly (readonly [Call, readonly number[]])[];

interface Around {
  /** Null where the allowance is there already. */
  readonly approve?: Call | null;
  readonly fees?: readonly object[];
}

/** Calldata with an approval, where one is wanted, and then these calls. */
export function bundleCalldata(
  paying: BundlePaying,
  { approve = bundleApproval(), fees = [] }: Around = {},
) {
  const approvals = approve === null ? [] : [{ ...approve, childPositions: [] }];
  const batchPayments = paying.map(([, childPositions], at) => ({
    transactionIndex: at + approvals.length,
    childPositions,
  }));
  const transactions = [
    ...approvals,
    ...paying.map(([call, childPositions]) => ({ ...call, childPositions })),
  ];
  const body = tronCalldata(
    transactions,
    { batchPayments, paymentTransactionIndex: approvals.length },
    {
      paymentType: 'multicall',
      executionKind: 'tron_batch',
      children: [0, 1, 2].map((position) => ({ position, paymentReference: REFERENCES[position] })),
      feeBundle: { fees },
    },
  );
  return { ...body, transactions };
}
