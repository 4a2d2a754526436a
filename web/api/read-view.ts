import { dropEmpty, isRecord, list, member, texts } from '../engine/members.ts';
import type { PaymentView, RefusalBody, SecurePaymentView } from './shapes.ts';

/** Reads a body as the display data of a link; members of the wrong type count as missing. */
export function readView(body: unknown): SecurePaymentView {
  const kind = member(body, 'paymentType');
  const payments =
    kind === 'multicall'
      ? list(body, 'children').map(readChild)
      : kind === 'batch'
        ? readPayments(body)
        : [readPayment(body)];
  return {
    ...texts(body, VIEW_TEXTS),
    // All children that are paid are on one network; of several this page can pay none.
    ...(kind === 'multicall' && networkOf(payments)),
    isPayeeAddressMasked: member(body, 'isPayeeAddressMasked') === true,
    payments,
    feePlan: member(body, 'feePlan'),
  };
}

/** The lists of a batch as one list; what one of them lacks is missing there. */
function readPayments(body: unknown): PaymentView[] {
  return list(body, 'requestIds').map((_, index) =>
    readPayment(
      Object.fromEntries(BATCH_MEMBERS.map((name) => [name, list(body, pluralOf(name))[index]])),
    ),
  );
}

/** What a batch says of each payment in a list of its own. */
const BATCH_MEMBERS = [
  'payee',
  'payeeEnsName',
  'amount',
  'paidAmount',
  'paymentCurrency',
  'paymentReference',
  'destination',
  'conversion',
  'feePlan',
] as const;

function pluralOf(name: string): string {
  return `${name.replace(/y$/, 'ie')}s`;
}

function readChild(child: unknown): PaymentView {
  const { currency: paymentCurrency, network } = texts(member(child, 'context'), [
    'currency',
    'network',
  ]);
  return {
    ...texts(child, ['payee', 'payeeEnsName', 'amount', 'paidAmount', 'blockReason']),
    ...dropEmpty({ paymentCurrency, network }),
    feePlan: member(child, 'feePlan'),
  };
}

function networkOf(payments: readonly PaymentView[]): { readonly network?: string } {
  const open = payments.filter(({ blockReason }) => blockReason === undefined);
  const [network, ...others] = new Set((open[0] ? open : payments).map((one) => one.network));
  return network === undefined || others.length > 0 ? {} : { network };
}

function readPayment(body: unknown): PaymentView {
  const destination = member(body, 'destination');
  const conversion = member(body, 'conversion');
  return dropEmpty({
    ...texts(body, PAYMENT_TEXTS),
    feePlan: member(body, 'feePlan'),
    destination: isRecord(destination) ? texts(destination, DESTINATION_TEXTS) : undefined,
    conversion: isRecord(conversion)
      ? {
          ...texts(conversion, CONVERSION_TEXTS),
          isStale: member(conversion, 'isStale') === true,
        }
      : undefined,
  });
}

/** Reads a body as a refusal; members of the wrong type count as missing. */
export function readRefusal(body: unknown): RefusalBody {
  return texts(body, REFUSAL_TEXTS);
}

const VIEW_TEXTS = [
  'paymentType',
  'status',
  'network',
  'reference',
  'redirectUrl',
  'redirectLabel',
] as const;

const PAYMENT_TEXTS = [
  'payee',
  'payeeEnsName',
  'amount',
  'paidAmount',
  'paymentCurrency',
  'paymentReference',
] as const;

const CONVERSION_TEXTS = [
  'invoiceCurrency',
  'invoiceAmount',
  'maxAmount',
  'conversionRate',
  'rateTimestamp',
] as const;

const DESTINATION_TEXTS = ['destinationId', 'walletAddress', 'tokenAddress', 'network'] as const;

const REFUSAL_TEXTS = ['status', 'code', 'expiresAt', 'redirectUrl', 'redirectLabel'] as const;
