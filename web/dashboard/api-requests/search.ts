import { type Address, type Period, periodOf, textsOf } from '../shell/address.ts';

/** The filters of the log of API requests that are texts, and how long each may be. */
const TEXTS = { outcome: 3, credential: 128, path: 255, call: 255 } as const;

/** The filters of the log of API requests, as they stand in the address. */
export type ApiRequestSearch = Partial<Readonly<Record<keyof typeof TEXTS, string>>> & Period;

/** Reads the filters of an address; what is none is left out. */
export function readApiRequestSearch(address: Address): ApiRequestSearch {
  return { ...textsOf(address, TEXTS), ...periodOf(address) };
}
