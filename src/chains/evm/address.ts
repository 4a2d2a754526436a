import { getAddress, isAddress } from 'viem';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

const WITHOUT_CHECKSUM = /^0x[0-9A-F]{40}$/;

/** How many addresses are cached: some 200 bytes each, and busy contracts name few addresses. */
const FORMS_KEPT_MAX = 10_000;
const forms = new Map<string, Hex>();

/**
 * Whether a text is an address: 20 bytes, all in one case or with the right EIP-55 checksum. A wrong
 * checksum means that a digit is wrong, and money sent there would be gone.
 */
export function isEvmAddress(text: string): text is Hex {
  return isAddress(text) || WITHOUT_CHECKSUM.test(text);
}

/** The EIP-55 form. Its argument must pass `isEvmAddress`; anything else is our fault. */
export function evmAddress(text: string): Hex {
  const kept = forms.get(text);
  if (kept !== undefined) return kept;
  invariant(isEvmAddress(text), `${text} is not an EVM address`);
  const form = getAddress(text.toLowerCase());
  // Logs can name any number of addresses; frequent ones are soon cached again.
  if (forms.size === FORMS_KEPT_MAX) forms.clear();
  forms.set(text, form);
  return form;
}
