/** The filters of the list, as they stand in the address. */
export interface LinkSearch {
  readonly flow?: 'incoming' | 'outgoing';
  readonly wallet?: string;
  readonly page?: number;
}

/** Longer than any address. */
const WALLET_MAX = 128;

/** Reads the filters of an address; what is none is left out. */
export function readLinkSearch(search: Readonly<Record<string, unknown>>): LinkSearch {
  const { flow, wallet, page } = search;
  const number = Number(page);
  return {
    ...((flow === 'incoming' || flow === 'outgoing') && { flow }),
    ...(typeof wallet === 'string' && wallet !== '' && { wallet: wallet.slice(0, WALLET_MAX) }),
    ...(Number.isSafeInteger(number) && number > 1 && { page: number }),
  };
}
