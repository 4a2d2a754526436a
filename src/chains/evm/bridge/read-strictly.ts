import { BaseError } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { lowerCase } from '../../events/event-log.ts';
import { type Encoded, hasStandardLayout } from '../standard-layout.ts';

/**
 * What is encoded in some data, or undefined where it is written in another way than the standard one. A
 * general decoder ignores trailing, overlapping and unused bytes, in which contracts may find something else.
 */
export function readStrictly<Value>(
  encoded: Encoded & { readonly data: Hex },
  decode: (data: Hex) => Value,
  encode: (value: Value) => Hex,
): Value | undefined {
  const lower = lowerCase(encoded.data);
  if (!hasStandardLayout(encoded, lower)) return undefined;
  try {
    const value = decode(lower);
    return encode(value) === lower ? value : undefined;
  } catch (error) {
    if (error instanceof BaseError) return undefined;
    throw error;
  }
}
