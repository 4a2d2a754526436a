import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../address.ts';

/** What code begins with, and all that it has, where a key delegates its account (EIP-7702). */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/i;

/** The contract that a key's account runs by its code; undefined for the code of a contract. */
export function readDelegation(code: Hex): Hex | undefined {
  const digits = DELEGATION.exec(code)?.[1];
  return digits === undefined ? undefined : evmAddress(`0x${digits}`);
}
