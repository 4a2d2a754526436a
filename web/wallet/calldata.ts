import { openReader, type Reader, textsOf } from './words.ts';

/** What every payment through a proxy says. */
interface Payment {
  readonly payee: string;
  /** Eight bytes as hex. */
  readonly reference: string;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
}

/** The arguments of the payment call of the fee proxy, read from its bytes. */
export interface PaymentCall extends Payment {
  readonly token: string;
  readonly amountUnits: bigint;
}

/** The arguments of the payment call of the conversion proxy; amounts of the invoice have eight decimals. */
export interface ConversionCall extends Payment {
  readonly invoiceUnits: bigint;
  /** First what the invoice is in, last the token. */
  readonly path: readonly string[];
  readonly maxToSpendUnits: bigint;
}

/** What an approval allows, read from its bytes. */
export interface ApprovalCall {
  readonly spender: string;
  readonly units: bigint;
}

export interface BatchPayment {
  readonly kind: 'conversion' | 'token' | 'native';
  readonly payee: string;
  /** Of a conversion in the invoice's currency, with eight decimals. */
  readonly amountUnits: bigint;
  /** Of a token its address; of the coin empty. */
  readonly path: readonly string[];
  readonly reference: string;
  readonly feeUnits: bigint;
  readonly maxToSpendUnits: bigint;
}

/** The arguments of the call of the batch contract. */
export interface BatchCall {
  readonly payments: readonly BatchPayment[];
  /** Who receives every fee. */
  readonly feeAddress: string;
}

/** `transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)`. */
const PAY_SELECTOR = 'c219a14d';
/** `transferWithReferenceAndFee(address,bytes,uint256,address)`. */
const PAY_NATIVE_SELECTOR = 'b868980b';
/** `transferFromWithReferenceAndFee(address,uint256,address[],bytes,uint256,address,uint256,uint256)`. */
const PAY_CONVERTED_SELECTOR = '3af2c012';
/** `batchPayments((uint256,(address,uint256,address[],bytes,uint256,uint256,uint256)[])[],address[][],address)`. */
const PAY_MANY_SELECTOR = '92cddb91';
/** `approve(address,uint256)`. */
const APPROVE_SELECTOR = '095ea7b3';

/**
 * Reads a fee proxy payment, byte by byte and strictly, as all reading here: another function,
 * another encoding of the same values or one byte too many answers undefined, because such a call
 * was not made by Florin.
 */
export function decodePayment(data: string): PaymentCall | undefined {
  return decode(data, PAY_SELECTOR, (reader) => {
    const token = reader.address();
    const payee = reader.address();
    const amountUnits = reader.number();
    reader.offset(6);
    const feeUnits = reader.number();
    const feeAddress = reader.address();
    return { token, payee, amountUnits, feeUnits, feeAddress, reference: reader.reference() };
  });
}

/** Reads a payment of the network's own coin; the amount is what is sent along less the fee. */
export function decodeNativePayment(data: string): Payment | undefined {
  return decode(data, PAY_NATIVE_SELECTOR, (reader) => {
    const payee = reader.address();
    reader.offset(4);
    const feeUnits = reader.number();
    const feeAddress = reader.address();
    return { payee, feeUnits, feeAddress, reference: reader.reference() };
  });
}

/** Reads a payment of an invoice in another currency. The age of its rate may be any. */
export function decodeConversion(data: string): ConversionCall | undefined {
  return decode(data, PAY_CONVERTED_SELECTOR, (reader) => {
    const payee = reader.address();
    const invoiceUnits = reader.number();
    reader.offset(8);
    const referenceAt = reader.number();
    const feeUnits = reader.number();
    const feeAddress = reader.address();
    const maxToSpendUnits = reader.number();
    reader.number();
    const path = reader.addresses();
    reader.mustBe(referenceAt, reader.here());
    const reference = reader.reference();
    return { payee, invoiceUnits, path, feeUnits, feeAddress, maxToSpendUnits, reference };
  });
}

/** What the batch contract calls the kinds of payments. */
const KINDS: Readonly<Record<string, BatchPayment['kind']>> = {
  0: 'conversion',
  1: 'token',
  2: 'token',
  3: 'native',
};

/** Reads a call of the batch contract. */
export function decodeBatch(data: string): BatchCall | undefined {
  return decode(data, PAY_MANY_SELECTOR, (reader) => {
    reader.offset(3);
    const pathsAt = reader.number();
    const feeAddress = reader.address();
    const payments: BatchPayment[] = [];
    readEach(reader, () => {
      const kind = KINDS[String(reader.number())];
      reader.mustBe(kind !== undefined, true);
      reader.offset(2);
      readEach(reader, () => payments.push(readBatchPayment(reader, kind ?? 'token')));
    });
    reader.mustBe(pathsAt, reader.here());
    // The list of paths that would cap the contract's own fee is empty.
    reader.mustBe(reader.number(), 0n);
    return { payments, feeAddress };
  });
}

function readBatchPayment(reader: Reader, kind: BatchPayment['kind']): BatchPayment {
  const start = reader.here();
  const payee = reader.address();
  const amountUnits = reader.number();
  reader.offset(7);
  const referenceAt = reader.number();
  const feeUnits = reader.number();
  const maxToSpendUnits = reader.number();
  reader.number();
  const path = reader.addresses();
  reader.mustBe(referenceAt, reader.here() - start);
  const reference = reader.reference();
  return { kind, payee, amountUnits, feeUnits, maxToSpendUnits, path, reference };
}

/** Reads a list of things of no fixed size, each where the list says that it starts. */
export function readEach(reader: Reader, read: () => void): void {
  const count = reader.count();
  const start = reader.here();
  const positions = Array.from({ length: count }, () => reader.number());
  for (const field of positions) {
    reader.mustBe(field, reader.here() - start);
    read();
  }
}

/** Reads an approval. */
export function decodeApproval(data: string): ApprovalCall | undefined {
  return decode(data, APPROVE_SELECTOR, (reader) => ({
    spender: reader.address(),
    units: reader.number(),
  }));
}

/** Reads the arguments of a call; undefined unless all of it is what the reading expects. */
export function decode<Call>(
  data: string,
  selector: string,
  read: (reader: Reader) => Call,
): Call | undefined {
  const texts = textsOf(data, selector);
  if (texts === undefined) return undefined;
  const reader = openReader(texts);
  const call = read(reader);
  return reader.isSound() ? call : undefined;
}
