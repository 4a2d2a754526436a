import type { NetworkId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { categoriesOf, openScreenerClient, queryScreener } from '../query-screener.ts';
import type { WalletQuery, WalletScreener, WalletVerdict } from '../wallet-screener.ts';
import { readMerkleScienceAlert } from './merkle-science-alert.ts';
import { AddressRisk, LEVEL_WORDS } from './merkle-science-shapes.ts';

const NAME = 'merklescience';

/** What the vendor calls money that comes from a wallet, and money that goes to it. */
const TYPES = { incoming: 1, outgoing: 2 } as const;

/** Where the vendor is, how it knows this installation, and what is too much risk. */
export interface MerkleScienceOptions {
  readonly outbound: Outbound;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The vendor's code of each network that it judges wallets of. */
  readonly blockchains: ReadonlyMap<NetworkId, string>;
  /** From this level on a wallet is rejected, of 1 to 5. */
  readonly rejectLevel: number;
  /** What its alerts carry; without any none is taken. */
  readonly alertKeys?: readonly string[] | undefined;
}

/** Opens Merkle Science, from what is public of version 4.2. Nothing is sent yet. */
export function openMerkleScience(options: MerkleScienceOptions): WalletScreener {
  const { outbound, baseUrl, apiKey, blockchains, rejectLevel, alertKeys } = options;
  const headers = { 'x-api-key': apiKey };
  const client = openScreenerClient({ outbound, name: NAME, baseUrl, headers });
  return {
    name: NAME,
    covers: (network) => blockchains.has(network),
    takesPolicies: false,
    readAlert: alertKeys && ((request) => readMerkleScienceAlert(request, alertKeys)),
    screen: async (query) => {
      const { network, walletAddress, policyId, direction } = query;
      const blockchain = blockchains.get(network);
      if (blockchain === undefined) throw new Outage(`${NAME} has no code of ${network}`);
      if (policyId !== undefined) throw new Outage(`${NAME} takes no policy`);
      const asked = { identifier: walletAddress, blockchain };
      const answered = await queryScreener(
        client,
        {
          path: '/api/v4.2/addresses/',
          body: { ...asked, type: TYPES[direction] },
          schema: AddressRisk,
        },
        query,
      );
      return verdictOf(answered, { ...query, blockchain, rejectLevel });
    },
  };
}

interface Asked extends WalletQuery {
  readonly blockchain: string;
  readonly rejectLevel: number;
}

function verdictOf(
  found: AddressRisk,
  { walletAddress, blockchain, rejectLevel }: Asked,
): WalletVerdict {
  const isHex = walletAddress.startsWith('0x');
  const isSame = isHex
    ? found.identifier.toLowerCase() === walletAddress.toLowerCase()
    : found.identifier === walletAddress;
  if (!isSame) throw wrong('another wallet');
  if (found.blockchain !== blockchain) throw wrong('another blockchain');
  const { risk_level: level, risk_level_verbose: word } = found;
  if (LEVEL_WORDS[level]?.test(word) !== true) throw wrong('a level of other words');
  const { originator, beneficiary, tags } = found;
  const tagged = [tags?.owner, tags?.user, ...(originator ?? []), ...(beneficiary ?? [])];
  return {
    decision: level >= rejectLevel ? 'rejected' : 'approved',
    level: `${level} ${word}`,
    categories: categoriesOf(tagged.flatMap((tag) => tag?.tag_type_verbose ?? [])),
    reference: null,
  };
}

function wrong(what: string): Outage {
  return new Outage(`${NAME} answered ${what}`);
}
