import { dropEmpty, isRecord, member, texts } from './answer.ts';
import type { SecurePaymentCalldata } from './shapes.ts';

/** Reads a body as calldata; members of the wrong type count as missing. */
export function readCalldata(body: unknown): SecurePaymentCalldata {
  const transactions = member(body, 'transactions');
  const metadata = member(body, 'metadata');
  const platformFee = member(metadata, 'platformFee');
  return dropEmpty({
    ...texts(body, ['paymentType', 'paymentReference']),
    transactions: Array.isArray(transactions) ? transactions.map(readCall) : undefined,
    metadata: dropEmpty({
      ...texts(metadata, ['balance', 'estimatedNetworkFee']),
      paymentTransactionIndex: numberMember(metadata, 'paymentTransactionIndex'),
      hasEnoughBalance: member(metadata, 'hasEnoughBalance') !== false,
      hasEnoughGas: member(metadata, 'hasEnoughGas') !== false,
      platformFee: isRecord(platformFee)
        ? texts(platformFee, ['percentage', 'address'])
        : undefined,
    }),
  });
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
