import { sha256Hex } from './sha256.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;

/** How every Tron address looks; whether it is one, its checksum says. */
export const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Every address is the byte 41 and twenty more, and four bytes of a checksum behind them. */
const ADDRESS_DIGITS = 42;
const CHECKED_DIGITS = 50;

/** The twenty bytes of an address as `0x` and hex; undefined unless its checksum is right and somebody can own it. */
export async function readTronAddress(text: string): Promise<string | undefined> {
  if (!TRON_ADDRESS.test(text)) return undefined;
  const number = [...text].reduce(
    (sum, character) => sum * BASE + BigInt(ALPHABET.indexOf(character)),
    0n,
  );
  const hex = number.toString(16).padStart(CHECKED_DIGITS, '0');
  const address = hex.slice(0, ADDRESS_DIGITS);
  const isSound =
    hex.length === CHECKED_DIGITS &&
    /^41(?!0{40})/.test(address) &&
    hex === address + (await checksumOf(address));
  return isSound ? `0x${address.slice(2)}` : undefined;
}

/** An address of twenty bytes, `0x` and hex, as Tron shows it. */
export async function writeTronAddress(bytes: string): Promise<string> {
  const address = `41${bytes.slice(2).toLowerCase()}`;
  let number = BigInt(`0x${address}${await checksumOf(address)}`);
  let text = '';
  for (; number > 0n; number /= BASE) text = `${ALPHABET[Number(number % BASE)]}${text}`;
  return text;
}

async function checksumOf(address: string): Promise<string> {
  return (await sha256Hex(await sha256Hex(address))).slice(0, CHECKED_DIGITS - ADDRESS_DIGITS);
}
