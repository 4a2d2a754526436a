import { dropEmpty, isRecord, member, texts } from '../engine/members.ts';
import type { SecurePaymentCalldata } from './shapes.ts';

/** Reads a body as calldata; members of the wrong type count as missing. */
export function readCalldata(body: unknown): SecurePaymentCalldata {
  const metadata = member(body, 'metadata');
  const platformFee = member(metadata, 'platformFee');
  const short = member(metadata, 'insufficientTokens');
  const fees = member(member(body, 'feeBundle'), 'fees');
  return dropEmpty({
    ...texts(body, ['paymentType', 'paymentReference']),
    transactions: readTransactions(body),
    atomicTransactions: readCalls(member(body, 'atomicTransactions')),
    fees: Array.isArray(fees) ? fees.map((fee: unknown) => texts(fee, FEE_TEXTS)) : undefined,
    childReferences: readReferences(member(body, 'children')),
    metadata: dropEmpty({
      batchPayments: readBatches(member(metadata, 'batchPayments')),
      ...texts(metadata, ['balance', 'estimatedNetworkFee', 'estimatedNetworkFeeUsd']),
      paymentTransactionIndex: numberMember(metadata, 'paymentTransactionIndex'),
      hasEnoughBalance: member(metadata, 'hasEnoughBalance') !== false,
      hasEnoughGas: member(metadata, 'hasEnoughGas') !== false,
      platformFee: isRecord(platformFee)
        ? texts(platformFee, ['percentage', 'address'])
        : undefined,
      insufficientTokens: Array.isArray(short)
        ? short.map((one: unknown) => texts(one, ['tokenAddress', 'required', 'available']))
        : undefined,
    }),
  });
}

const FEE_TEXTS = [
  'feeType',
  'feeLabel',
  'feeBearer',
  'amount',
  'recipient',
  'paymentReference',
] as const;

function readReferences(children: unknown): ReadonlyMap<number, string> | undefined {
  if (!Array.isArray(children)) return undefined;
  const read = children.map((child: unknown) => {
    const { paymentReference = '' } = texts(child, ['paymentReference']);
    return [numberMember(child, 'position') ?? -1, paymentReference] as const;
  });
  return new Map(read);
}

type Batches = NonNullable<NonNullable<SecurePaymentCalldata['metadata']>['batchPayments']>;

function readBatches(batches: unknown): Batches | undefined {
  if (!Array.isArray(batches)) return undefined;
  return batches.map((batch: unknown) => {
    const positions = member(batch, 'childPositions');
    return {
      transactionIndex: numberMember(batch, 'transactionIndex') ?? -1,
      childPositions: Array.isArray(positions)
        ? positions.filter((position) => typeof position === 'number')
        : [],
    };
  });
}

/** What a wallet signs, in this order. A batch writes approvals and payment apart. */
function readTransactions(body: unknown): readonly PreparedCallRead[] | undefined {
  const transactions = member(body, 'transactions');
  if (Array.isArray(transactions)) return transactions.map(readCall);
  const approvals = member(body, 'ERC20ApprovalTransactions');
  const batch = member(body, 'batchPaymentTransaction');
  if (!Array.isArray(approvals) || !isRecord(batch)) return undefined;
  return [...approvals, batch].map(readCall);
}

/** A list of calls that is written as single payments write theirs; undefined for what is no list. */
function readCalls(calls: unknown): readonly PreparedCallRead[] | undefined {
  return Array.isArray(calls) ? calls.map(readCall) : undefined;
}

type PreparedCallRead = NonNullable<SecurePaymentCalldata['transactions']>[number];

function readCall(call: unknown): PreparedCallRead {
  const value = member(call, 'value');
  const hex = member(value, 'hex');
  return dropEmpty({
    ...texts(call, ['to', 'data']),
    value:
      typeof value === 'string' || typeof value === 'number'
        ? value
        : typeof hex === 'string'
          ? { hex }
          : undefined,
  });
}

function numberMember(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' ? found : undefined;
}
