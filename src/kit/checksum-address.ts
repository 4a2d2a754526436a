import { keccak256 } from './keccak.ts';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The digit from which on ERC-55 writes a letter as a capital. */
const CAPITAL_FROM = 8;

/** Whether a text is an address whose letters are all lower case, or as ERC-55 writes them. */
export function isChecksumAddress(text: string): boolean {
  return ADDRESS.test(text) && (text === text.toLowerCase() || text === checksumAddress(text));
}

/** An address with its checksum in the case of its letters, as ERC-55 has it. */
export function checksumAddress(text: string): string {
  const digits = text.slice(2).toLowerCase();
  const digest = keccak256(digits).slice(2);
  const isCapital = (at: number) => Number.parseInt(digest.charAt(at), 16) >= CAPITAL_FROM;
  return `0x${[...digits].map((digit, at) => (isCapital(at) ? digit.toUpperCase() : digit)).join('')}`;
}
