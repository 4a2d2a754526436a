import fc from 'fast-check';
import { getAddress } from 'viem';
import { UNITS_MAX } from '#kit/amount.ts';
import type { Hex } from '#kit/hex.ts';

/** How many inputs calldata of each form is compared over with that of a general encoder, each run with others. */
export const GOLDEN = { numRuns: 2_000 };

const hex = (bytes: number) =>
  fc
    .bigInt({ min: 0n, max: 2n ** BigInt(8 * bytes) - 1n })
    .map((value): Hex => `0x${value.toString(16).padStart(2 * bytes, '0')}`);

/** Any number that fits an argument of a contract. */
export const anyUnits = fc.bigInt({ min: 0n, max: UNITS_MAX });
/** Any address, now and then with its checksum. */
export const anyAddress = fc
  .tuple(hex(20), fc.integer({ min: 0, max: 9 }))
  .map(([address, die]) => (die === 0 ? getAddress(address) : address));

const parts = { payeeAddress: anyAddress, paymentReference: hex(8), feeAddress: anyAddress };
const units = { amountUnits: anyUnits, feeUnits: anyUnits };

/** Any token payment that can be written down, whether or not somebody could make it; so the others. */
export const anyTokenPayment = fc.record({
  kind: fc.constant('token' as const),
  tokenAddress: anyAddress,
  ...units,
  ...parts,
});

/** Any payment in coins; no more than all of them can be sent along. */
export const anyNativePayment = fc.record({
  kind: fc.constant('native' as const),
  amountUnits: fc.bigInt({ min: 0n, max: UNITS_MAX / 2n }),
  feeUnits: fc.bigInt({ min: 0n, max: UNITS_MAX / 2n }),
  ...parts,
});

/** Any conversion over up to six currencies. */
export const anyConversion = fc.record({
  kind: fc.constant('conversion' as const),
  tokenAddress: anyAddress,
  invoiceUnits: anyUnits,
  feeInvoiceUnits: anyUnits,
  path: fc.array(anyAddress, { minLength: 2, maxLength: 6 }),
  maxToSpendUnits: anyUnits,
  maxRateAgeSeconds: fc.nat(),
  ...parts,
});
