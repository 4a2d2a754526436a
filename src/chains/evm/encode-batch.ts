import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { invariant } from '#kit/failure.ts';
import type { Call, ChainPayment } from '../chain.ts';
import { WORD_BYTES } from '../events/event-words.ts';
import { evmAddress } from './address.ts';
import { addressArgument, contractFunction, encodeCall, referenceArgument } from './encode.ts';

const batchPayments = contractFunction(batchPaymentsAbi, 'batchPayments');

// What the batch contract calls the kinds of payments.
/** How the contract names payments at a rate. */
export const CONVERSIONS = 0n;
const ONE_TOKEN = 1n;
const SEVERAL_TOKENS = 2n;
/** How the contract names payments in the coin of its network. */
export const NATIVE_COINS = 3n;

/** The words of a payment before what has no fixed size. */
const PAYMENT_HEAD_WORDS = 7;
/** Its length and its bytes. */
const REFERENCE_WORDS = 2;

/**
 * A call of the batch contract. The groups come in the published library's order, each payment in the order in which it was given. The list of paths by which the contract's own
 * fee could be capped stays empty: there is nothing to cap, and it costs gas.
 */
export function encodeBatch(
  contract: string,
  payments: readonly ChainPayment[],
  feeAddress: string,
): Call {
  invariant(payments.length > 0, 'a batch pays something');
  const receiver = feeAddress.toLowerCase();
  const isOdd = (one: ChainPayment) => feeOf(one) > 0n && one.feeAddress.toLowerCase() !== receiver;
  invariant(!payments.some(isOdd), 'all fees of a batch go to one address');
  const groups = groupsOf(payments).map(({ contractId, payments: mine }) => ({
    paymentNetworkId: contractId,
    requestDetails: mine.map(detailOf),
  }));
  const data = encodeCall(batchPayments, [groups, [], addressArgument(feeAddress)]);
  const valueUnits = payments.reduce((sum, one) => sum + coinsOf(one), 0n);
  return { to: evmAddress(contract), data, valueUnits };
}

/** The bytes that a payment adds to a batch: where it starts, its head, its path and its reference. */
export function bytesInBatch(payment: ChainPayment): number {
  const { path } = partsOf(payment);
  return WORD_BYTES * (1 + PAYMENT_HEAD_WORDS + 1 + path.length + REFERENCE_WORDS);
}

interface Group {
  readonly contractId: bigint;
  readonly payments: readonly ChainPayment[];
}

function groupsOf(payments: readonly ChainPayment[]): Group[] {
  const tokens = payments.filter((one) => one.kind === 'token');
  const isOneToken = new Set(tokens.map((one) => one.tokenAddress.toLowerCase())).size === 1;
  return [
    { contractId: CONVERSIONS, payments: payments.filter((one) => one.kind === 'conversion') },
    { contractId: isOneToken ? ONE_TOKEN : SEVERAL_TOKENS, payments: tokens },
    { contractId: NATIVE_COINS, payments: payments.filter((one) => one.kind === 'native') },
  ].filter((group) => group.payments.length > 0);
}

function detailOf(payment: ChainPayment) {
  const { amount, fee, path, maxToSpend, maxRateAge } = partsOf(payment);
  return {
    recipient: addressArgument(payment.payeeAddress),
    requestAmount: amount,
    path: path.map(addressArgument),
    paymentReference: referenceArgument(payment.paymentReference),
    feeAmount: fee,
    maxToSpend,
    maxRateTimespan: BigInt(maxRateAge),
  };
}

/** The contract's struct for a payment of each kind. */
function partsOf(payment: ChainPayment) {
  switch (payment.kind) {
    case 'token':
      return { ...plain(payment), path: [payment.tokenAddress] };
    case 'native':
      return { ...plain(payment), path: [] };
    case 'conversion':
      return {
        amount: payment.invoiceUnits,
        fee: payment.feeInvoiceUnits,
        path: payment.path,
        maxToSpend: payment.maxToSpendUnits,
        maxRateAge: payment.maxRateAgeSeconds,
      };
  }
}

function plain({ amountUnits, feeUnits }: { amountUnits: bigint; feeUnits: bigint }) {
  return { amount: amountUnits, fee: feeUnits, maxToSpend: 0n, maxRateAge: 0 };
}

function feeOf(payment: ChainPayment): bigint {
  return payment.kind === 'conversion' ? payment.feeInvoiceUnits : payment.feeUnits;
}

function coinsOf(payment: ChainPayment): bigint {
  return payment.kind === 'native' ? payment.amountUnits + payment.feeUnits : 0n;
}
