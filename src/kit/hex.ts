/** Bytes written as `0x` and lower- or mixed-case hexadecimal digits. */
export type Hex = `0x${string}`;

const HEX = /^0x([0-9a-fA-F]{2})*$/;

/** Whether a text is `0x` followed by whole bytes. */
export function isHex(text: string): text is Hex {
  return HEX.test(text);
}

/** The bytes behind a hex text, for a `bytea` column. */
export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** Bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Whether two texts of hexadecimal digits, such as EVM addresses, are the same but for the case of letters. */
export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
