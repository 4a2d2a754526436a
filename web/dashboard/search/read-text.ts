/** What a text that is searched for may name, by its form. */
export type Wanted = {
  readonly [Kind in
    | 'requestId'
    | 'securePaymentToken'
    | 'wallet'
    | 'reference'
    | 'txHash'
    | 'paymentReference']?: string;
};

/** `01` and a hash, as requests are named. */
const REQUEST_ID = /^01[0-9a-f]{64}$/i;
const HASH = /^(0x)?[0-9a-f]{64}$/i;
const PAYMENT_REFERENCE = /^(0x)?[0-9a-f]{16}$/i;
const LINK_TOKEN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The bound of references. */
const REFERENCE_MAX = 255;

/** What to ask the API for; a reference may have any form, so it is asked for beside others. */
export function readText(written: string): Wanted {
  const text = written.trim().slice(0, REFERENCE_MAX);
  if (text === '') return {};
  if (REQUEST_ID.test(text)) return { requestId: text.toLowerCase() };
  if (HASH.test(text)) return { txHash: text.toLowerCase(), reference: text };
  if (EVM_ADDRESS.test(text) || TRON_ADDRESS.test(text)) return { wallet: text, reference: text };
  if (LINK_TOKEN.test(text)) return { securePaymentToken: text.toUpperCase(), reference: text };
  if (PAYMENT_REFERENCE.test(text)) return { paymentReference: text, reference: text };
  return { reference: text };
}
