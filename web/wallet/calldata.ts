/** What the one payment call of the fee proxy asks for, read from its bytes. */
export interface PaymentCall {
  readonly token: string;
  readonly payee: string;
  readonly amountUnits: bigint;
  /** Eight bytes as hex. */
  readonly reference: string;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
}

/** What an approval allows, read from its bytes. */
export interface ApprovalCall {
  readonly spender: string;
  readonly units: bigint;
}

/** `transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)`. */
const PAY_SELECTOR = 'c219a14d';
/** `approve(address,uint256)`. */
const APPROVE_SELECTOR = '095ea7b3';
const WORD = 64;
/** Where the reference stands in a canonically encoded call: behind the six words of the head. */
const REFERENCE_OFFSET = 0xc0n;
const REFERENCE_BYTES = 8n;

/** `approve` without a limit. */
export const UNLIMITED_UNITS = 2n ** 256n - 1n;

/**
 * Reads a fee proxy payment, byte by byte and strictly: another function, another encoding of the
 * same values or one byte too many answers undefined, because such a call was not made by Florin.
 */
export function decodePayment(data: string): PaymentCall | undefined {
  const words = wordsOf(data, PAY_SELECTOR, 8);
  if (words === undefined) return undefined;
  const [token, payee] = [addressOf(words[0]), addressOf(words[1])];
  const feeAddress = addressOf(words[5]);
  const reference = words[7] ?? '';
  const canonical =
    numberOf(words[3]) === REFERENCE_OFFSET &&
    numberOf(words[6]) === REFERENCE_BYTES &&
    /^0+$/.test(reference.slice(16));
  if (!canonical || token === undefined || payee === undefined || feeAddress === undefined) {
    return undefined;
  }
  return {
    token,
    payee,
    amountUnits: numberOf(words[2]),
    reference: `0x${reference.slice(0, 16)}`,
    feeUnits: numberOf(words[4]),
    feeAddress,
  };
}

/** Reads an approval, as strictly; undefined for anything else. */
export function decodeApproval(data: string): ApprovalCall | undefined {
  const words = wordsOf(data, APPROVE_SELECTOR, 2);
  const spender = addressOf(words?.[0]);
  if (words === undefined || spender === undefined) return undefined;
  return { spender, units: numberOf(words[1]) };
}

function wordsOf(data: string, selector: string, count: number): string[] | undefined {
  const text = data.toLowerCase();
  if (!/^0x[0-9a-f]*$/.test(text) || text.slice(2, 10) !== selector) return undefined;
  const rest = text.slice(10);
  if (rest.length !== count * WORD) return undefined;
  return Array.from({ length: count }, (_, at) => rest.slice(at * WORD, (at + 1) * WORD));
}

function addressOf(word: string | undefined): string | undefined {
  return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : undefined;
}

function numberOf(word: string | undefined): bigint {
  return BigInt(`0x${word || '0'}`);
}
