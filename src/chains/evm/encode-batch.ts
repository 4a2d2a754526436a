import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { Call, ChainPayment } from '../chain.ts';
import { evmAddress } from './address.ts';
import {
  addressesWords,
  addressWord,
  countWord,
  referenceWords,
  unitsWord,
  WORD_BYTES,
} from './words.ts';

/** `batchPayments((uint256,(address,uint256,address[],bytes,uint256,uint256,uint256)[])[],address[][],address)` */
const PAY_MANY = '0x92cddb91';

/** What the batch contract calls the kinds of payments. */
const CONVERSIONS = 0;
const ONE_TOKEN = 1;
const SEVERAL_TOKENS = 2;
const NATIVE_COINS = 3;

const ZERO = countWord(0);
const DIGITS_PER_BYTE = 2;

// Heads: where the first thing of no fixed size starts.
const CALL_HEAD = countWord(3 * WORD_BYTES);
const GROUP_HEAD = countWord(2 * WORD_BYTES);
const PAYMENT_HEAD_WORDS = 7;
/** Its length and its bytes. */
const REFERENCE_WORDS = 2;
const PAYMENT_HEAD = countWord(PAYMENT_HEAD_WORDS * WORD_BYTES);

/**
 * A call of the batch contract, written out word by word. The groups come in the published library's
 * order, each payment in the order in which it was given. The list of paths by which the contract's own
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
  const groups = arrayOf(groupsOf(payments).map(encodeGroup));
  const offsetOfPaths = countWord(3 * WORD_BYTES + groups.length / DIGITS_PER_BYTE);
  const data: Hex = `${PAY_MANY}${CALL_HEAD}${offsetOfPaths}${addressWord(feeAddress)}${groups}${ZERO}`;
  const valueUnits = payments.reduce((sum, one) => sum + coinsOf(one), 0n);
  return { to: evmAddress(contract), data, valueUnits };
}

/** The bytes that a payment adds to a batch: where it starts, its head, its path and its reference. */
export function bytesInBatch(payment: ChainPayment): number {
  const { path } = partsOf(payment);
  return WORD_BYTES * (1 + PAYMENT_HEAD_WORDS + 1 + path.length + REFERENCE_WORDS);
}

interface Group {
  readonly contractId: number;
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

function encodeGroup({ contractId, payments }: Group): string {
  return `${countWord(contractId)}${GROUP_HEAD}${arrayOf(payments.map(encodeOne))}`;
}

function encodeOne(payment: ChainPayment): string {
  const { amount, fee, path, maxToSpend, maxRateAge } = partsOf(payment);
  const referenceAt = countWord((PAYMENT_HEAD_WORDS + 1 + path.length) * WORD_BYTES);
  const head = `${addressWord(payment.payeeAddress)}${unitsWord(amount)}${PAYMENT_HEAD}${referenceAt}`;
  const rest = `${unitsWord(fee)}${unitsWord(maxToSpend)}${unitsWord(BigInt(maxRateAge))}`;
  return `${head}${rest}${addressesWords(path)}${referenceWords(payment.paymentReference)}`;
}

/** How the contract's one struct holds a payment of each kind. */
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

/** Things of no fixed size: their number, where each starts, counted from behind the number, and they. */
function arrayOf(items: readonly string[]): string {
  let offset = items.length * WORD_BYTES;
  const offsets = items.map((item) => {
    const at = countWord(offset);
    offset += item.length / DIGITS_PER_BYTE;
    return at;
  });
  return `${countWord(items.length)}${offsets.join('')}${items.join('')}`;
}
