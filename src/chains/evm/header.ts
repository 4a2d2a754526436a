import { hexToBytes, toRlp } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';

/** What of a header is hashed, in this order: numbers as short as can be, all else as it is. */
const FIELDS: readonly { readonly name: string; readonly isNumber?: true }[] = [
  { name: 'parentHash' },
  { name: 'sha3Uncles' },
  { name: 'miner' },
  { name: 'stateRoot' },
  { name: 'transactionsRoot' },
  { name: 'receiptsRoot' },
  { name: 'logsBloom' },
  { name: 'difficulty', isNumber: true },
  { name: 'number', isNumber: true },
  { name: 'gasLimit', isNumber: true },
  { name: 'gasUsed', isNumber: true },
  { name: 'timestamp', isNumber: true },
  { name: 'extraData' },
  { name: 'mixHash' },
  { name: 'nonce' },
];

/** What later upgrades added behind those, each network as many of them as it has, in this order. */
const LATER_FIELDS: typeof FIELDS = [
  { name: 'baseFeePerGas', isNumber: true },
  { name: 'withdrawalsRoot' },
  { name: 'blobGasUsed', isNumber: true },
  { name: 'excessBlobGas', isNumber: true },
  { name: 'parentBeaconBlockRoot' },
  { name: 'requestsHash' },
];

/**
 * The hash that a header's own fields have by the rule of Ethereum; undefined where one of them is missing
 * or is no hexadecimal text. A field that a later upgrade adds is not supported here, and changes the hash.
 */
export function headerHash(header: object): Hex | undefined {
  const fields = new Map<string, unknown>(Object.entries(header));
  const hashed: Hex[] = [];
  for (const { name, isNumber } of FIELDS) {
    const bytes = bytesOf(fields.get(name), isNumber);
    if (bytes === undefined) return undefined;
    hashed.push(bytes);
  }
  for (const { name, isNumber } of LATER_FIELDS) {
    const value = fields.get(name);
    if (value === undefined || value === null) continue;
    const bytes = bytesOf(value, isNumber);
    if (bytes === undefined) return undefined;
    hashed.push(bytes);
  }
  return keccak256(hexToBytes(toRlp(hashed)));
}

const WHOLE_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;

function bytesOf(value: unknown, isNumber = false): Hex | undefined {
  if (typeof value !== 'string') return undefined;
  if (!isNumber) return isWholeBytes(value) ? value : undefined;
  if (!QUANTITY.test(value)) return undefined;
  const digits = value.slice(2).replace(/^0+/, '');
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}

function isWholeBytes(text: string): text is Hex {
  return WHOLE_BYTES.test(text);
}
