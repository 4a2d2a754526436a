import { readCalldata } from '../../../api/read-calldata.ts';
import type { PreparedCall } from '../../../api/shapes.ts';
import { member, texts } from '../../../engine/members.ts';
import { sameAddress } from '../../../ui/address.ts';
import { unitsOf } from '../../../ui/amount.ts';
import { decodeApproval, decodePayment, type PaymentCall } from '../../../wallet/calldata.ts';
import { TRUSTED } from '../../../wallet/trusted.generated.ts';
import { TRUSTED_CONTRACTS } from '../../../wallet/trusted-contracts.generated.ts';
import type { Asset } from '../../../wallet/trusted-network.ts';

/** What is to be paid, as the request says it. */
export interface BankPaymentTerms {
  readonly network: string;
  readonly currencyId: string;
  /** A decimal. */
  readonly amount: string;
  readonly paymentReference: string;
  readonly clientUserId: string;
  readonly paymentDetailsId: string;
}

/** In what an answer differs from the request. */
export type BankMismatch =
  | 'unreadable'
  | 'bank_account'
  | 'contract'
  | 'token'
  | 'payee'
  | 'amount'
  | 'reference'
  | 'approval'
  | 'coin';

/** A transaction to sign, with what it does by its own bytes. */
export interface BankPaymentStep {
  readonly kind: 'reset' | 'approve' | 'pay' | 'fee';
  readonly to: string;
  readonly data: string;
  /** What it pays, or allows. */
  readonly units: bigint;
  /** Who gets it, or may take it. */
  readonly receiver: string;
  /** What else it pays, and to whom. */
  readonly fee?: { readonly units: bigint; readonly receiver: string };
}

/** What is to be signed, once it was found to be what the request says. */
export interface BankPayment {
  readonly chainId: number;
  readonly asset: Asset;
  readonly provider: string;
  readonly depositAddress: string;
  readonly payUntil: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly steps: readonly BankPaymentStep[];
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
}

/**
 * Decodes every transaction of an answer and compares it with the request: whose bank account it is for, contract, token, payee, amount and
 * reference, and each approval's spender and size. The payee is the deposit address of the answer, and the receivers of fees are those of
 * the bytes, so that nothing is shown that is not signed.
 */
export function checkBankPayment(
  terms: BankPaymentTerms,
  body: unknown,
): BankPayment | BankMismatch {
  const network = TRUSTED[terms.network];
  const asset = network?.tokens[terms.currencyId];
  const feeProxy = TRUSTED_CONTRACTS[terms.network]?.feeProxy;
  const payout = readPayout(body);
  if (network === undefined || asset === undefined || feeProxy === undefined) return 'unreadable';
  if (payout === undefined) return 'unreadable';
  if (
    payout.clientUserId !== terms.clientUserId ||
    payout.paymentDetailsId !== terms.paymentDetailsId
  ) {
    return 'bank_account';
  }
  const { transactions = [], metadata } = readCalldata(body);
  if (!transactions.every(isWithoutCoin)) return 'coin';
  const approvals = leadingApprovals(transactions);
  const parts = { terms, asset, feeProxy, depositAddress: payout.depositAddress };
  const paid = readPayments(transactions.slice(approvals.length), parts);
  if (typeof paid === 'string') return paid;
  const totalUnits = paid.reduce(
    (sum, { amountUnits, feeUnits }) => sum + amountUnits + feeUnits,
    0n,
  );
  const allowed = readApprovals(approvals, { asset, feeProxy, totalUnits });
  const amountUnits = paid[0]?.amountUnits;
  if (allowed === undefined || amountUnits === undefined) return 'approval';
  return {
    chainId: network.chainId,
    asset,
    provider: payout.provider,
    depositAddress: payout.depositAddress,
    payUntil: payout.payUntil,
    amountUnits,
    feeUnits: totalUnits - amountUnits,
    steps: [...allowed, ...paid.map(({ step }) => step)],
    hasEnoughBalance: metadata?.hasEnoughBalance !== false,
    hasEnoughGas: metadata?.hasEnoughGas !== false,
  };
}

const PAYOUT_TEXTS = [
  'provider',
  'clientUserId',
  'paymentDetailsId',
  'depositAddress',
  'payUntil',
] as const;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

function readPayout(body: unknown) {
  const { provider, clientUserId, paymentDetailsId, depositAddress, payUntil } = texts(
    member(body, 'payout'),
    PAYOUT_TEXTS,
  );
  if (clientUserId === undefined || paymentDetailsId === undefined) return undefined;
  if (depositAddress === undefined || !ADDRESS.test(depositAddress)) return undefined;
  if (payUntil === undefined || Number.isNaN(Date.parse(payUntil))) return undefined;
  return { provider: provider ?? '', clientUserId, paymentDetailsId, depositAddress, payUntil };
}

function isWithoutCoin({ value = 0 }: PreparedCall): boolean {
  const text = String(typeof value === 'object' ? value.hex : value);
  return /^(0x0+|0+)$/i.test(text);
}

/** Everything before the payment is an approval. */
function leadingApprovals(calls: readonly PreparedCall[]): readonly PreparedCall[] {
  const paysAt = calls.findIndex(({ data = '' }) => decodeApproval(data) === undefined);
  return paysAt < 0 ? calls : calls.slice(0, paysAt);
}

interface PaymentParts {
  readonly terms: BankPaymentTerms;
  readonly asset: Asset;
  readonly feeProxy: string;
  readonly depositAddress: string;
}

interface ReadPayment extends PaymentCall {
  readonly step: BankPaymentStep;
}

/** The payment, and behind it the fees that are paid by themselves. */
function readPayments(
  calls: readonly PreparedCall[],
  parts: PaymentParts,
): readonly ReadPayment[] | BankMismatch {
  const { asset, feeProxy, depositAddress } = parts;
  const paid: ReadPayment[] = [];
  for (const { to = '', data = '' } of calls) {
    const call = decodePayment(data);
    if (call === undefined) return 'unreadable';
    if (!sameAddress(to, feeProxy)) return 'contract';
    if (!sameAddress(call.token, asset.address)) return 'token';
    const kind = paid.length === 0 ? 'pay' : 'fee';
    const { amountUnits: units, payee, feeUnits, feeAddress } = call;
    // As it is shown beside, so that the eye compares one spelling; that they are the same is checked below.
    const receiver = kind === 'pay' ? depositAddress : payee;
    const fee = { units: feeUnits, receiver: feeAddress };
    paid.push({
      ...call,
      step: { kind, to, data, units, receiver, ...(feeUnits > 0n && { fee }) },
    });
  }
  return comparePayment(paid[0], parts) ?? paid;
}

/** In what a payment differs from the request; undefined where in nothing. */
function comparePayment(
  payment: PaymentCall | undefined,
  { terms, asset, depositAddress }: PaymentParts,
): BankMismatch | undefined {
  if (payment === undefined) return 'unreadable';
  if (!sameAddress(payment.payee, depositAddress)) return 'payee';
  if (payment.amountUnits !== unitsOf(terms.amount, asset.decimals)) return 'amount';
  return sameAddress(payment.reference, terms.paymentReference) ? undefined : 'reference';
}

interface ApprovalParts {
  readonly asset: Asset;
  readonly feeProxy: string;
  readonly totalUnits: bigint;
}

/** The token is approved once, or an old allowance cleared and a new one given; undefined for anything else. */
function readApprovals(
  calls: readonly PreparedCall[],
  { asset, feeProxy, totalUnits }: ApprovalParts,
): readonly BankPaymentStep[] | undefined {
  const steps: BankPaymentStep[] = [];
  for (const { to = '', data = '' } of calls) {
    const approval = decodeApproval(data);
    if (approval === undefined || !sameAddress(to, asset.address)) return undefined;
    const { spender, units } = approval;
    if (!sameAddress(spender, feeProxy) || (units > 0n && units < totalUnits)) return undefined;
    steps.push({ kind: units === 0n ? 'reset' : 'approve', to, data, units, receiver: feeProxy });
  }
  const order = steps.map(({ kind }) => kind).join();
  return ['', 'approve', 'reset,approve'].includes(order) ? steps : undefined;
}
