import { type PERMIT_DOMAIN, PERMIT_FIELDS } from '../wallet/trusted-recurring.generated.ts';

/** One field of a struct, as EIP-712 names it. */
interface TypedField {
  readonly name: string;
  readonly type: string;
}

const DOMAIN_FIELDS: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

const PRIMARY_TYPE = 'SchedulePermit';

/** The values of a permit: numbers as decimal texts. */
export type PermitMessage = Readonly<
  Record<Exclude<(typeof PERMIT_FIELDS)[number]['name'], 'strictOrder'>, string>
> & { readonly strictOrder: boolean };

/** A permit that was compared with what the page shows, made by the page from its own list of fields. */
export interface Permit {
  readonly domain: typeof PERMIT_DOMAIN & {
    readonly chainId: number;
    readonly verifyingContract: string;
  };
  readonly message: PermitMessage;
}

/** The text that wallets sign (`eth_signTypedData_v4`). */
export function typedDataOf({ domain, message }: Permit): string {
  const types = { EIP712Domain: DOMAIN_FIELDS, [PRIMARY_TYPE]: PERMIT_FIELDS };
  return JSON.stringify({ domain, types, primaryType: PRIMARY_TYPE, message });
}
