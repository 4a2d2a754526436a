import { readCalldata } from '../api/read-calldata.ts';
import type { PreparedCall, SecurePaymentCalldata } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { decodeApproval, decodePayment, type PaymentCall } from '../wallet/calldata.ts';
import { NO_FEE_ADDRESS } from '../wallet/trusted.generated.ts';
import type { Link } from './link.ts';

/** One thing that the wallet will be asked to sign. */
export type Step =
  | { readonly kind: 'reset' | 'approve'; readonly call: SignedCall; readonly units: bigint }
  | { readonly kind: 'pay'; readonly call: SignedCall };

/** A call as it goes to the wallet. It never carries native coin. */
interface SignedCall {
  readonly to: string;
  readonly data: string;
}

/** What will be signed, read from the bytes and found to be what the page shows. */
export interface Plan {
  /** In the order of signing; the last one pays. */
  readonly steps: readonly Step[];
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** As a decimal text, such as `0.5`; undefined without a fee. */
  readonly feePercentage: string | undefined;
  readonly totalUnits: bigint;
  readonly paymentReference: string;
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
  readonly balanceUnits: bigint | undefined;
  /** In the network's own coin, as the API estimates it. */
  readonly networkFee: string | undefined;
}

/** What about the calldata is not what the page shows. */
export type Mismatch =
  | 'unreadable'
  | 'contract'
  | 'token'
  | 'payee'
  | 'amount'
  | 'reference'
  | 'fee'
  | 'approval'
  | 'coin';

/**
 * Decodes every call of an answer and compares it with the link as it is shown: contract, token,
 * payee, amount, fee and its address, reference, and each approval's spender and size.
 */
export function checkCalldata(link: Link, body: unknown): Plan | Mismatch {
  const answer = readCalldata(body);
  const calls = answer.transactions ?? [];
  const paymentAt = answer.metadata?.paymentTransactionIndex ?? calls.length - 1;
  const paymentCall = calls[paymentAt];
  // A call behind the payment would be signed unseen; no payment of this kind has one.
  if (paymentCall === undefined || paymentAt !== calls.length - 1) return 'unreadable';
  if (!calls.every(isWithoutCoin)) return 'coin';

  const payment = decodePayment(paymentCall.data ?? '');
  if (payment === undefined) return 'unreadable';
  const wrong = compare(link, answer, { ...payment, to: paymentCall.to ?? '' });
  if (wrong !== undefined) return wrong;

  const totalUnits = payment.amountUnits + payment.feeUnits;
  const approvals = calls.slice(0, paymentAt).map((call) => readApproval(link, call, totalUnits));
  const steps: Step[] = [];
  for (const approval of approvals) {
    if (approval === undefined) return 'approval';
    steps.push(approval);
  }
  if (!isApprovalOrder(steps)) return 'approval';
  return {
    steps: [...steps, { kind: 'pay', call: callOf(paymentCall) }],
    feeUnits: payment.feeUnits,
    feeAddress: payment.feeAddress,
    feePercentage: payment.feeUnits > 0n ? answer.metadata?.platformFee?.percentage : undefined,
    totalUnits,
    paymentReference: payment.reference,
    ...readFunds(answer),
  };
}

function compare(
  link: Link,
  answer: SecurePaymentCalldata,
  payment: PaymentCall & { readonly to: string },
): Mismatch | undefined {
  if (!sameAddress(payment.to, link.network.feeProxy)) return 'contract';
  if (!sameAddress(payment.token, link.token.address)) return 'token';
  if (!sameAddress(payment.payee, link.payee)) return 'payee';
  if (payment.amountUnits !== link.amountUnits) return 'amount';
  const references = [link.paymentReference, answer.paymentReference ?? undefined];
  const known = references.filter((reference) => reference !== undefined);
  if (!known.every((reference) => sameAddress(reference, payment.reference))) return 'reference';
  return isExpectedFee(link, answer, payment) ? undefined : 'fee';
}

/** A fee is a share of the amount, rounded down to the unit, to the address that is named for it. */
function isExpectedFee(link: Link, answer: SecurePaymentCalldata, payment: PaymentCall): boolean {
  const fee = answer.metadata?.platformFee;
  if (payment.feeUnits === 0n) {
    return (
      sameAddress(payment.feeAddress, NO_FEE_ADDRESS) ||
      sameAddress(payment.feeAddress, fee?.address)
    );
  }
  const share = shareOf(link.amountUnits, fee?.percentage ?? '');
  return sameAddress(payment.feeAddress, fee?.address) && share === payment.feeUnits;
}

function shareOf(units: bigint, percentage: string): bigint | undefined {
  const match = /^([0-9]{1,3})(?:\.([0-9]{1,30}))?$/.exec(percentage);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  const scaled = BigInt(`${match[1]}${fraction}`);
  const whole = 100n * 10n ** BigInt(fraction.length);
  return scaled > whole ? undefined : (units * scaled) / whole;
}

function readApproval(link: Link, call: PreparedCall, totalUnits: bigint): Step | undefined {
  const approval = decodeApproval(call.data ?? '');
  const trusted =
    approval !== undefined &&
    sameAddress(call.to, link.token.address) &&
    sameAddress(approval.spender, link.network.feeProxy);
  if (!trusted || (approval.units > 0n && approval.units < totalUnits)) return undefined;
  const kind = approval.units === 0n ? 'reset' : 'approve';
  return { kind, call: callOf(call), units: approval.units };
}

/** Nothing, one approval, or an old one cleared and a new one given. */
function isApprovalOrder(steps: readonly Step[]): boolean {
  return ['', 'approve', 'reset,approve'].includes(steps.map((step) => step.kind).join());
}

function callOf(call: PreparedCall): SignedCall {
  return { to: call.to ?? '', data: call.data ?? '' };
}

function isWithoutCoin(call: PreparedCall): boolean {
  const value = typeof call.value === 'object' ? call.value.hex : call.value;
  return value === undefined || /^(0|0x0*)$/.test(String(value));
}

function readFunds(answer: SecurePaymentCalldata) {
  const { hasEnoughBalance, hasEnoughGas, balance, estimatedNetworkFee } = answer.metadata ?? {};
  return {
    hasEnoughBalance: hasEnoughBalance !== false,
    hasEnoughGas: hasEnoughGas !== false,
    balanceUnits: /^[0-9]{1,78}$/.test(balance ?? '') ? BigInt(balance ?? '0') : undefined,
    networkFee: /^[0-9]+\.[0-9]+$/.test(estimatedNetworkFee ?? '')
      ? estimatedNetworkFee
      : undefined,
  };
}
