import type { AccountState, ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { SignedBy } from './stored-proposal.ts';

/** A transaction that owners of a Safe were asked to sign, as we read it. */
export interface ReadProposal {
  /** The Safe that the service names. */
  readonly safe: string;
  readonly nonce: bigint;
  /** The hash of what the service shows, computed here. */
  readonly hash: Hex;
  /** The keys that signed this hash. */
  readonly signers: readonly string[];
  /** Who has signed, as the service says. */
  readonly confirmedBy: readonly string[];
  /** What each of its calls does, undefined for one that is not known; undefined where its calls cannot be read. */
  readonly steps: readonly (TransactionStep | undefined)[] | undefined;
}

/** What a proposal is compared with. */
export interface ProposalTerms {
  /** The hash that was reported. */
  readonly hash: Hex;
  /** What stands at the Safe's address. */
  readonly account: AccountState;
  /** What is due of the link, the fees that are paid by themselves included. */
  readonly orders: readonly PaymentOrder[];
}

/**
 * Why a proposal proves no payment of a link by that Safe; undefined where an owner signed exactly this transaction and it does nothing
 * else than pay the link, and maybe others, through the known contracts.
 */
export function findProposalProblem(
  proposal: ReadProposal,
  { hash, account, orders }: ProposalTerms,
): string | undefined {
  const { signers, nonce, steps } = proposal;
  if (proposal.hash !== hash) return 'its hash is another one';
  if (account.kind !== 'safe') return 'its Safe is none of a published version';
  const { owners } = account;
  if (!signers.some((signer) => owners.some((owner) => isSame(owner, signer)))) {
    return 'no owner signed it';
  }
  if (nonce < account.nonce) return 'its nonce is used';
  if (steps === undefined) return 'its calls cannot be read';
  const known = steps.filter((step) => step !== undefined);
  if (known.length < steps.length) return 'it calls something else than payments need';
  const payments = known.flatMap(paymentsOf);
  const due = orders.flatMap(duePaymentsOf);
  if (due.length === 0 || !due.every((one) => payments.some((payment) => pays(payment, one)))) {
    return 'it does not pay all that is due of the link';
  }
  return undefined;
}

/**
 * How many of a Safe's owners have signed, for people to read: the service is believed, as an owner that is a contract signs by no key.
 * Null where the Safe was not read.
 */
export function countSigned(
  { confirmedBy }: Pick<ReadProposal, 'confirmedBy'>,
  account: AccountState,
): SignedBy | null {
  if (account.kind !== 'safe') return null;
  const { owners, threshold } = account;
  const signed = owners.filter((owner) => confirmedBy.some((one) => isSame(one, owner)));
  return { owners: signed.length, threshold };
}

function paymentsOf(step: TransactionStep): readonly ChainPayment[] {
  switch (step.type) {
    case 'payment':
      return [step.payment];
    case 'batch':
      return step.payments;
    default:
      return [];
  }
}

/** One payment of an order, as far as it is compared. */
interface DuePayment extends Pick<PaymentOrder, 'kind' | 'payeeAddress' | 'paymentReference'> {
  /** Undefined of the native coin. */
  readonly tokenAddress: string | undefined;
  /** Of a conversion, first the invoice's currency. */
  readonly path: readonly string[] | undefined;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string | undefined;
}

function duePaymentsOf(order: PaymentOrder): readonly DuePayment[] {
  const { kind, currency, conversion, due, platformFee, feeLegs = [] } = order;
  const shared = {
    kind,
    tokenAddress: kind === 'native' ? undefined : currency.address,
    path: conversion?.path,
  };
  const { payeeAddress, paymentReference } = order;
  const main = { ...shared, payeeAddress, paymentReference, ...due };
  return [
    { ...main, feeAddress: due.feeUnits > 0n ? platformFee?.address : undefined },
    ...feeLegs.map((leg) => ({
      ...shared,
      payeeAddress: leg.receiverAddress,
      paymentReference: leg.paymentReference,
      amountUnits: leg.amountUnits,
      feeUnits: 0n,
      feeAddress: undefined,
    })),
  ];
}

function pays(payment: ChainPayment, due: DuePayment): boolean {
  const isOfDue =
    payment.kind === due.kind &&
    isSame(payment.payeeAddress, due.payeeAddress) &&
    isSame(payment.paymentReference, due.paymentReference) &&
    (due.feeAddress === undefined || isSame(payment.feeAddress, due.feeAddress));
  if (!isOfDue) return false;
  if (payment.kind === 'conversion') {
    const isSamePath = payment.path.join().toLowerCase() === due.path?.join().toLowerCase();
    const { invoiceUnits, feeInvoiceUnits } = payment;
    return isSamePath && invoiceUnits >= due.amountUnits && feeInvoiceUnits >= due.feeUnits;
  }
  const isSameToken =
    payment.kind === 'native' ||
    (due.tokenAddress !== undefined && isSame(payment.tokenAddress, due.tokenAddress));
  return isSameToken && payment.amountUnits >= due.amountUnits && payment.feeUnits >= due.feeUnits;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
