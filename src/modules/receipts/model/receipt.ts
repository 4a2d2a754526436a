import { explorerTransactionUrl, NETWORKS } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import type { ShownMerchant } from '#modules/merchant-profiles/index.ts';
import type { CountedPayment } from './counted-payment.ts';
import { type PaymentProof, proofOf } from './payment-proof.ts';

/** What a receipt is issued with, beside the payment. */
interface Issuing {
  readonly merchant: ShownMerchant | null;
  readonly mode: 'sandbox' | 'production';
  readonly issuedAt: Date;
}

/** Money as a receipt shows it: a human decimal and the id of a currency, or the code of a fiat one. */
export interface ReceiptAmount {
  readonly amount: string;
  readonly currency: string;
}

/** What a receipt says of a payment to whoever may hold it. */
interface SharedReceipt {
  readonly paymentId: string;
  readonly mode: 'sandbox' | 'production';
  /** What payers are shown of who asked for it; null where it gave no name. */
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
  /** The payer's own transaction, where it came from another network. */
  readonly source: { readonly network: string; readonly transactionHash: string | null } | null;
  /** Whether the chain can no longer take it back. */
  readonly isFinal: boolean;
  /** Null in a sandbox, whose transactions are on no public chain. */
  readonly explorerUrl: string | null;
}

/** What a receipt says to whom it was paid: everything that an accountant asks, and what proves it. */
export interface Receipt extends SharedReceipt {
  /** The name of the account that was paid. */
  readonly account: string;
  readonly payee: string;
  readonly proof: PaymentProof;
}

/** What a receipt says to whoever has the link: without the name of the account, and without the payee where the link masks it. */
export interface PayerReceipt extends SharedReceipt {
  readonly payee: string | null;
  /** Null with the payee, as it leads to it. */
  readonly proof: PaymentProof | null;
}

/** The receipt of a payment, for the account that was paid. */
export function receiptOf(
  found: CountedPayment,
  { account, ...issuing }: Issuing & { readonly account: string },
): Receipt {
  const proof = proofOf(found);
  return { ...sharedReceipt(found, proof, issuing), account, payee: proof.payee, proof };
}

/**
 * The receipt of a payment, for whoever has its link. Where that masks the payee, nothing is on it by which the payment could be looked
 * up on its chain, which shows everybody whom it paid.
 */
export function payerReceiptOf(
  found: CountedPayment,
  { isMasked, ...issuing }: Issuing & { readonly isMasked: boolean },
): PayerReceipt {
  const proof = proofOf(found);
  const shared = sharedReceipt(found, proof, issuing);
  if (!isMasked) return { ...shared, payee: proof.payee, proof };
  return {
    ...shared,
    payerAddress: null,
    source: shared.source && { ...shared.source, transactionHash: null },
    explorerUrl: null,
    payee: null,
    proof: null,
  };
}

function sharedReceipt(
  { payment, shown }: CountedPayment,
  proof: PaymentProof,
  { merchant, mode, issuedAt }: Issuing,
): SharedReceipt {
  const received = { amount: proof.amount, currency: proof.currency };
  const isConverted = shown.currency !== received.currency;
  const { paidAmount, paidCurrency } = shown;
  return {
    paymentId: payment.id,
    mode,
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
    source:
      shown.type === 'crosschain'
        ? { network: shown.sourceNetwork, transactionHash: shown.sourceTxHash }
        : null,
    isFinal: payment.milestones.finalized !== null,
    explorerUrl:
      mode === 'sandbox'
        ? null
        : explorerTransactionUrl(NETWORKS[proof.network], proof.transactionHash),
  };
}
