import { encodeAbiParameters, toEventSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';

const TRANSFER = toEventSelector('Transfer(address,address,uint256)');

/**
 * The creation of a minimal token, written by hand: it answers every call with true, after a Transfer log that
 * names the first two arguments and has no data at all.
 */
export const LOGS_NONSENSE: Hex = `0x60368060093d393df36024356004357f${TRANSFER.slice(2)}60006000a3600160005260206000f3`;

/** What the constructors of the test tokens take: a name, a symbol and decimals. */
export function namedAs(name: string): string {
  return encodeAbiParameters(
    [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }],
    [name, name.toUpperCase(), 6],
  ).slice(2);
}
