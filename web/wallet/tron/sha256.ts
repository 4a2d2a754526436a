/** The SHA-256 of bytes, both as hex; empty on an insecure page, where browsers hash nothing. */
export async function sha256Hex(hex: string): Promise<string> {
  // Only HTTPS and this computer itself count as secure; the types do not say that it may be missing.
  if (!isSecureContext()) return '';
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isSecureContext(): boolean {
  return typeof Reflect.get(crypto, 'subtle') === 'object';
}
