import { z } from 'zod';
import { checksumAddress } from '#kit/checksum-address.ts';
import type { Hex } from '#kit/hex.ts';

/** Nodes take no transaction with more data, as hexadecimal digits. */
const DATA_DIGITS_MAX = 256 * 1024;
/** The service stores no longer signature, as hexadecimal digits with room for those of contracts. */
const SIGNATURE_DIGITS_MAX = 10_000;
/** More owners than any Safe has that people control. */
const CONFIRMATIONS_MAX = 200;
const NO_ADDRESS = `0x${'0'.repeat(40)}`;

const isBytes = (text: string): text is Hex => /^0x([0-9a-fA-F]{2})*$/.test(text);
const isHash = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(checksumAddress);
/** Left out, or null, is the zero address in what owners sign. */
const optionalAddress = address.nullish().transform((found) => found ?? NO_ADDRESS);
const UNITS_BITS = 256n;
/** Numbers come as text, and some of them as numbers in version 1 of the shapes; none is longer than a word of the contract. */
const units = z
  .union([z.string().regex(/^\d{1,78}$/), z.int().min(0)])
  .transform((value) => BigInt(value))
  .refine((value) => value >> UNITS_BITS === 0n);
const hash = z.string().refine(isHash);

const Confirmation = z.object({
  owner: address,
  // Null where an owner approved the hash on the chain before the service kept such signatures.
  signature: z.string().max(SIGNATURE_DIGITS_MAX).refine(isBytes).nullable(),
});

/** A transaction of a Safe, with the members of the documented shape that are used; others are ignored. */
export const Transaction = z.object({
  safe: address,
  to: address,
  value: units,
  data: z
    .string()
    .max(DATA_DIGITS_MAX)
    .refine(isBytes)
    .nullish()
    .transform((found): Hex => found ?? '0x'),
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: units,
  baseGas: units,
  gasPrice: units,
  gasToken: optionalAddress,
  refundReceiver: optionalAddress,
  nonce: units,
  safeTxHash: hash,
  submissionDate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  isExecuted: z.boolean(),
  transactionHash: hash.nullish(),
  confirmationsRequired: z.int().min(0).nullish(),
  confirmations: z.array(Confirmation).max(CONFIRMATIONS_MAX).default([]),
});

/** A transaction of a Safe as it was parsed. */
export type Transaction = z.output<typeof Transaction>;

/** How the service says that it does not know something; a proxy before it says so otherwise. */
export const NotFound = z.object({ detail: z.string() });

/** Which release of the service answers. */
export const About = z.object({ version: z.string().max(100) });

/** The network whose node the service reads. */
export const AboutNode = z.object({ chain_id: z.int() });
