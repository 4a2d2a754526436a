/** One field of a struct, as EIP-712 names it. */
interface TypedField {
  readonly name: string;
  readonly type: string;
}

/** What the deployed contract (0.1.0) verifies. Another order or another type would be another signature. */
export const PERMIT_FIELDS = [
  { name: 'subscriber', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'feeAddress', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'feeAmount', type: 'uint128' },
  { name: 'relayerFee', type: 'uint128' },
  { name: 'periodSeconds', type: 'uint32' },
  { name: 'firstPayment', type: 'uint32' },
  { name: 'totalPayments', type: 'uint8' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'strictOrder', type: 'bool' },
] as const;

const DOMAIN_FIELDS: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

const PRIMARY_TYPE = 'SchedulePermit';

/** What the contract calls itself in what it verifies. */
export const DOMAIN = { name: 'ERC20RecurringPaymentProxy', version: '1' } as const;

/** The values of a permit: numbers as decimal texts. */
export type PermitMessage = Readonly<
  Record<Exclude<(typeof PERMIT_FIELDS)[number]['name'], 'strictOrder'>, string>
> & { readonly strictOrder: boolean };

/** A permit that was compared with what the page shows, made by the page from its own list of fields. */
export interface Permit {
  readonly domain: typeof DOMAIN & { readonly chainId: number; readonly verifyingContract: string };
  readonly message: PermitMessage;
}

/** The text that wallets sign (`eth_signTypedData_v4`). */
export function typedDataOf({ domain, message }: Permit): string {
  const types = { EIP712Domain: DOMAIN_FIELDS, [PRIMARY_TYPE]: PERMIT_FIELDS };
  return JSON.stringify({ domain, types, primaryType: PRIMARY_TYPE, message });
}
