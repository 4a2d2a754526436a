import type { Provider } from '../../wallet/provider.ts';
import { openReader, textsOf } from '../../wallet/words.ts';
import type { Payer } from '../page-state.ts';

/** A Safe that pays, as its wallet reads it where it stands. */
export interface SafePayer {
  /** Where its wallet stands. */
  readonly chainId: number;
  /** By the contract there; none where it does not say. */
  readonly owners: readonly string[];
}

/** `getOwners()`. */
const OWNERS = '0xa0e67e2b';

/** No Safe has more owners that could be chosen from. */
const OWNERS_MAX = 50;

/** Reads who owns a Safe where its wallet stands; no owners of what is no Safe there. */
export async function readSafePayer(provider: Provider, payer: Payer): Promise<SafePayer> {
  const { address: to, chainId } = payer;
  const call = { method: 'eth_call', params: [{ to, data: OWNERS }, 'latest'] };
  const said = await provider.request(call).catch(() => undefined);
  return { chainId, owners: typeof said === 'string' ? readOwners(said) : [] };
}

function readOwners(answer: string): readonly string[] {
  const words = textsOf(answer, '');
  if (words === undefined) return [];
  const reader = openReader(words);
  reader.offset(1);
  const owners = reader.addresses();
  return reader.isSound() && owners.length <= OWNERS_MAX ? owners : [];
}
