import { type Address, type Period, periodOf, textsOf } from '../shell/address.ts';

/** The filters of the events, as they stand in the address. */
export interface EventSearch extends Period {
  readonly type?: string;
  /** A reference, a request ID or the token of a link. */
  readonly about?: string;
}

/** Reads the filters of an address; what is none is left out. */
export function readEventSearch(address: Address): EventSearch {
  return { ...textsOf(address, { type: 64, about: 255 }), ...periodOf(address) };
}
