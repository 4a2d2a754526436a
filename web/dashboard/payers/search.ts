import { type Address, textsOf } from '../shell/address.ts';

/** Where the check of an identity may stand. */
const KYC_STATUSES = ['not_started', 'pending', 'approved', 'rejected', 'retry_required'] as const;

/** The filters of the list of payers, as they stand in the address: nothing of who somebody is. */
export interface PayerSearch {
  readonly kycStatus?: (typeof KYC_STATUSES)[number];
  readonly clientUserId?: string;
}

/** The bound of an integrator's id. */
const TEXTS = { clientUserId: 200 } as const;

/** Reads the filters of an address; what is none is left out. */
export function readPayerSearch(search: Address): PayerSearch {
  const kycStatus = KYC_STATUSES.find((one) => one === search['kycStatus']);
  return { ...(kycStatus !== undefined && { kycStatus }), ...textsOf(search, TEXTS) };
}
