import { z } from 'zod';
import { checksumAddress } from '#kit/checksum-address.ts';
import type { Hex } from '#kit/hex.ts';

/** Nodes take no transaction with more data, as hexadecimal digits. */
const DATA_DIGITS_MAX = 256 * 1024;
const WORD_BITS = 256n;
/** EntryPoint packs two of its limits into one word. */
const HALF_WORD_BITS = 128n;
/** In place of a factory: the account is a key that lets a contract's code act for it (EIP-7702). */
const DELEGATION_FACTORY = '0x7702';

const isBytes = (text: string): text is Hex => /^0x([0-9a-fA-F]{2})*$/.test(text);
const isWord = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text);
const isQuantity = (text: string) => /^0x[0-9a-fA-F]{1,64}$/.test(text);

/** Bytes in hexadecimal digits. */
export const bytesShape = z
  .string()
  .max(DATA_DIGITS_MAX)
  .refine(isBytes, 'must be whole bytes in hexadecimal digits behind 0x');

/** A word of 32 bytes, such as a hash. */
export const wordShape = z.string().refine(isWord, 'must be 0x and 64 hexadecimal digits');

/** An address, which leaves with its checksum. */
export const addressShape = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .transform(checksumAddress);

/** A number of JSON-RPC, at most a word long. */
export const quantityShape = quantityOf(WORD_BITS);

function quantityOf(bits: bigint) {
  return z
    .string()
    .refine(isQuantity, 'must be a number in hexadecimal digits behind 0x')
    .transform((text) => BigInt(text))
    .refine((value) => value >> bits === 0n, `must be below 2 to the ${bits}`);
}

const limit = quantityOf(HALF_WORD_BITS);

const Delegation = z.strictObject({
  chainId: quantityShape,
  address: addressShape,
  nonce: quantityShape,
  yParity: quantityShape,
  r: quantityShape,
  s: quantityShape,
});

/**
 * An operation of a smart account as it is sent over JSON-RPC (ERC-7769). What is not known before it is estimated may be
 * left out and is 0 then; other members than those of the standard are refused.
 */
export const UserOperation = z.strictObject({
  sender: addressShape,
  nonce: quantityShape,
  factory: z.union([z.string().regex(/^0x7702(0{36})?$/), addressShape]).nullish(),
  factoryData: bytesShape.nullish(),
  callData: bytesShape,
  callGasLimit: limit.default(0n),
  verificationGasLimit: limit.default(0n),
  preVerificationGas: limit.default(0n),
  maxFeePerGas: limit.default(0n),
  maxPriorityFeePerGas: limit.default(0n),
  paymaster: addressShape.nullish(),
  paymasterVerificationGasLimit: limit.nullish(),
  paymasterPostOpGasLimit: limit.nullish(),
  paymasterData: bytesShape.nullish(),
  signature: bytesShape.default('0x'),
  eip7702Auth: Delegation.nullish(),
});

/** An operation of a smart account as it was parsed. */
export type UserOperation = z.output<typeof UserOperation>;

/** Whether a key's account gets the code of a contract with the operation, or has it. */
export function isDelegating({ factory }: Pick<UserOperation, 'factory'>): boolean {
  return factory?.startsWith(DELEGATION_FACTORY) === true && /^0x7702(0{36})?$/.test(factory);
}

/** Numbers as JSON-RPC has them; members without a value are left out. */
export function printOperation(operation: UserOperation): Readonly<Record<string, unknown>> {
  return printMembers(operation);
}

/** The members of an object with numbers as JSON-RPC has them; those without a value are left out. */
export function printMembers(members: object): Readonly<Record<string, unknown>> {
  const entries = Object.entries(members).flatMap(([name, value]: [string, unknown]) =>
    value === undefined || value === null ? [] : [[name, printValue(value)] as const],
  );
  return Object.fromEntries(entries);
}

function printValue(value: unknown): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  if (Array.isArray(value)) return value.map(printValue);
  return typeof value === 'object' && value !== null ? printMembers(value) : value;
}
