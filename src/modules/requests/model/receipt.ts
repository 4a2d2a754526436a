import { explorerTransactionUrl, NETWORKS } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import type { ShownMerchant } from '#modules/merchant-profiles/index.ts';
import { type PaymentProof, proofOf } from './payment-proof.ts';
import { type ShownPayment, wirePayment } from './shown-payment.ts';

interface Issuing {
  /** The name of the account that was paid. */
  readonly account: string;
  readonly merchant: ShownMerchant | null;
  readonly mode: 'sandbox' | 'production';
  readonly issuedAt: Date;
}

/** Money as a receipt shows it: a human decimal and the id of a currency, or the code of a fiat one. */
export interface ReceiptAmount {
  readonly amount: string;
  readonly currency: string;
}

/** What a receipt says of a payment: everything that an accountant asks, and what proves it. */
export interface Receipt {
  readonly paymentId: string;
  readonly mode: 'sandbox' | 'production';
  readonly account: string;
  /** What payers are shown of it; null where it gave no name. */
  readonly merchant: ShownMerchant | null;
  readonly issuedAt: string;
  readonly requestId: string;
  readonly reference: string | null;
  readonly paidAt: string;
  /** What reached the payee. */
  readonly received: ReceiptAmount;
  /** What that counts for, where the invoice is in another currency. */
  readonly invoiced: ReceiptAmount | null;
  /** What left the payer with the fees; null where that was on a network that is not read. */
  readonly paid: ReceiptAmount | null;
  readonly fees: (ReceiptAmount & {
    readonly feeType: string;
    readonly receiverAddress: string;
  })[];
  readonly payerAddress: string | null;
  readonly payee: string;
  /** The payer's own transaction, where it came from another network. */
  readonly source: { readonly network: string; readonly transactionHash: string | null } | null;
  /** Whether the chain can no longer take it back. */
  readonly isFinal: boolean;
  /** Null in a sandbox, whose transactions are on no public chain. */
  readonly explorerUrl: string | null;
  readonly proof: PaymentProof;
}

/** The receipt of a payment. */
export function receiptOf(
  payment: ShownPayment,
  { account, merchant, mode, issuedAt }: Issuing,
): Receipt {
  const shown = wirePayment(payment, { customers: true });
  const proof = proofOf(payment);
  const received = { amount: proof.amount, currency: proof.currency };
  const isConverted = shown.currency !== received.currency;
  const { paidAmount, paidCurrency } = shown;
  return {
    paymentId: payment.id,
    mode,
    account,
    merchant,
    issuedAt: isoTime(issuedAt),
    requestId: payment.requestId,
    reference: payment.reference,
    paidAt: shown.timestamp,
    received,
    invoiced: isConverted ? { amount: shown.amount, currency: shown.currency } : null,
    paid:
      paidAmount === null || paidCurrency === null
        ? null
        : { amount: paidAmount, currency: paidCurrency },
    fees: shown.fees.map(({ amount, currency, feeType, receiverAddress }) => ({
      amount,
      currency,
      feeType,
      receiverAddress,
    })),
    payerAddress: payment.payerAddress,
    payee: payment.payeeAddress,
    source:
      shown.type === 'crosschain'
        ? { network: shown.sourceNetwork, transactionHash: shown.sourceTxHash }
        : null,
    isFinal: payment.milestones.finalized !== null,
    explorerUrl:
      mode === 'sandbox'
        ? null
        : explorerTransactionUrl(NETWORKS[proof.network], proof.transactionHash),
    proof,
  };
}
