/** How money reaches a bank account. */
export type Rails = 'local' | 'swift' | 'wire';

/** A number that names an account or its bank, by its name at the API. */
export type NumberName =
  | 'accountNumber'
  | 'routingNumber'
  | 'iban'
  | 'swiftBic'
  | 'sortCode'
  | 'bsbNumber'
  | 'ifsc'
  | 'ribNumber'
  | 'bankCode'
  | 'branchCode';

/** Which numbers a form asks for. */
export interface NumberFields {
  readonly needed: readonly NumberName[];
  /** Of these one is needed, beside the others. */
  readonly oneOf: readonly NumberName[];
}

const LOCAL: Readonly<Record<string, readonly NumberName[]>> = {
  USD: ['routingNumber', 'accountNumber'],
  EUR: ['iban'],
  GBP: ['sortCode', 'accountNumber'],
  AUD: ['bsbNumber', 'accountNumber'],
  INR: ['ifsc', 'accountNumber'],
  CAD: ['bankCode', 'branchCode', 'accountNumber'],
  CHF: ['iban'],
};

/** The currencies whose numbers are known, in the order of the form. */
export const KNOWN_CURRENCIES: readonly string[] = Object.keys(LOCAL);

/** What a transfer in a currency needs by these rails; the API decides, and says what is wrong by field. */
export function numbersFor(rails: Rails, currency: string): NumberFields {
  // Within the United States a wire names its bank as a local transfer does.
  if (rails === 'local' || (rails === 'wire' && currency === 'USD')) {
    const needed = LOCAL[currency];
    if (needed !== undefined) return { needed, oneOf: [] };
    return { needed: [], oneOf: ['iban', 'accountNumber', 'ribNumber'] };
  }
  return { needed: ['swiftBic'], oneOf: ['iban', 'accountNumber'] };
}
