import { createBase58check } from '@scure/base';
import { sha256 } from 'viem';

const base58check = createBase58check((data) => sha256(data, 'bytes'));
/** Every Tron address is this byte and twenty more. */
const TRON_PREFIX = '41';

/** How many addresses are cached: some 200 bytes each, and busy contracts name few addresses. */
const FORMS_KEPT_MAX = 10_000;
const forms = new Map<string, string>();

/** The Base58 form of an address that logs name as `0x` and 20 bytes. */
export function base58Of(address: string): string {
  const kept = forms.get(address);
  if (kept !== undefined) return kept;
  const form = base58check.encode(
    Buffer.from(`${TRON_PREFIX}${address.slice('0x'.length)}`, 'hex'),
  );
  // Logs can name any number of addresses; frequent ones are soon cached again.
  if (forms.size === FORMS_KEPT_MAX) forms.clear();
  forms.set(address, form);
  return form;
}
