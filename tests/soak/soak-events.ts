import type { PaymentPayload } from '#modules/events/index.ts';

/**
 * Texts that break code that signs, stores or re-encodes anything but the raw bytes: other scripts and
 * directions, combining and astral characters, separators that JavaScript once escaped, controls,
 * half of a surrogate pair, and numbers beyond what a double can hold.
 */
const REFERENCES: readonly string[] = [
  'INV-77',
  'Bestellung № 7 “ä”',
  'e\u0301 is not é, nor ﬁ fi',
  '👩‍👩‍👧‍👦 🏳️‍🌈 𝒳𝟘 🇪🇺',
  'שלום \u202eabc\u202c مرحبا',
  '注文 #0001／株式会社',
  'line\u2028paragraph\u2029tab\tnew\nreturn\r',
  '</script><!-- & \\ " \u0007 \u007f',
  'nul \u0000, half \ud83d, bom \ufeff',
  '9007199254740993 1e400 -0 0.1000000000000000055511151231257827',
];

/** Amounts up to the largest that a token can count, in its smallest and its usual unit. */
const AMOUNTS: readonly string[] = [
  '12.5',
  '0.000000000000000001',
  '9007199254740993',
  '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
];

/** The payload of one event of the soak; any two differ, and each follows from its number. */
export function payloadOf(event: number): PaymentPayload {
  const digits = event.toString(16).padStart(64, '0');
  const amount = AMOUNTS[event % AMOUNTS.length] ?? '1';
  return {
    event: 'payment.confirmed',
    requestId: `01${digits}`,
    requestID: `01${digits}`,
    paymentReference: `0x${digits.slice(-16)}`,
    amount,
    totalAmountPaid: amount,
    expectedAmount: amount,
    timestamp: '2026-01-02T03:04:05.000Z',
    txHash: `0x${digits}`,
    payerAddress: null,
    payerEoaAddress: null,
    network: 'sepolia',
    currency: 'USDC',
    paymentCurrency: 'USDC',
    isCryptoToFiat: false,
    subStatus: '',
    paymentProcessor: 'service-network',
    fees: [],
    reference: `${REFERENCES[event % REFERENCES.length]} ${event}`,
  };
}

/** The number of the event that a request ID belongs to. */
export function eventOf(requestId: string): number {
  return Number.parseInt(requestId.slice(2), 16);
}
