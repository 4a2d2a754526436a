import type { Chain, SanctionsReads } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import {
  ScreeningLate,
  type WalletScreener,
  type WalletScreeners,
} from '#providers/wallet-screener.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import { fakeSanctions } from '../../chains/fake/sanctions.ts';
import { type Mortal, reachPort } from '../../support/faulty-database.ts';
import { stillChain } from '../../support/still-chain.ts';
import type { Dice } from '../dice.ts';
import { type Simulated, WALLETS } from '../networks.ts';
import type { Plant } from '../plants.ts';
import { enrichWallet } from '../rich-wallets.ts';

const [APPROVED, REJECTED] = WALLETS.payers;

/** The network of these worlds, whose wallets are looked up in the list of Ethereum. */
export const SCREENED_NETWORK = 'sepolia';

/** Who pays in these worlds: one whom nothing speaks against, one whom the vendor rejects, and one whom a list has. */
export const SUSPECTS = {
  approved: APPROVED,
  rejected: REJECTED,
  listed: '0x7777777777777777777777777777777777777777',
} as const;

/** How those who are asked about wallets answer just now. */
type Mood = 'well' | 'silent' | 'late';

/** A world in which wallets are looked up and judged. */
export interface Screening {
  /** Who pays, by chance. */
  readonly payers: readonly string[];
  vendor: Mood;
  list: Exclude<Mood, 'late'>;
  /** The vendor as a process reaches it. */
  screenersFor(mortal: Mortal, plant: Omit<Plant, 'shows'>): WalletScreeners;
  /** The network whose list is read, on which nothing else happens, as a process reaches it. */
  listsFor(mortal: Mortal): readonly [Chain];
  /** Lets something become of those who are asked; returns what. */
  trouble(dice: Dice): string;
  heal(): void;
}

/** Opens the screening of a world, whose verdicts never change. */
export function openScreening(chains: Readonly<Record<Simulated, FakeChain>>): Screening {
  const payers = Object.values(SUSPECTS);
  enrichWallet(chains[SCREENED_NETWORK], SCREENED_NETWORK, SUSPECTS.listed);
  const oracle = fakeSanctions('mainnet');
  if (oracle === undefined) throw new Error('Ethereum has a list');
  oracle.listed.add(SUSPECTS.listed);
  const screening: Screening = {
    payers,
    vendor: 'well',
    list: 'well',
    screenersFor: (mortal, { screenerAs = (screener) => screener }) => {
      const vendor = screenerAs(vendorOf(screening));
      const screen: WalletScreener['screen'] = (query) =>
        reachPort(mortal, 'screen', () => vendor.screen(query));
      return new Map([[vendor.name, { ...vendor, screen }]]);
    },
    listsFor: (mortal) => {
      const areListed: SanctionsReads['areListed'] = (wallets) =>
        reachPort(mortal, 'areListed', async () => {
          if (screening.list === 'silent') throw new Outage('no node of Ethereum answers');
          return await oracle.areListed(wallets);
        });
      return [{ ...stillChain('mainnet'), sanctions: { ...oracle, areListed } }];
    },
    trouble: (dice) => {
      if (dice.isHit(0.4)) {
        screening.list = screening.list === 'well' ? 'silent' : 'well';
        return `list ${screening.list}`;
      }
      screening.vendor = dice.pick<Mood>(['well', 'well', 'silent', 'late']);
      return `vendor ${screening.vendor}`;
    },
    heal: () => {
      screening.vendor = 'well';
      screening.list = 'well';
    },
  };
  return screening;
}

/** Rejects one wallet and approves every other, where it answers. */
function vendorOf(screening: Screening): WalletScreener {
  return {
    name: 'hypernative',
    covers: () => true,
    takesPolicies: true,
    screen: async ({ walletAddress }) => {
      if (screening.vendor === 'silent') throw new Outage('the vendor answers 503');
      if (screening.vendor === 'late') throw new ScreeningLate('the vendor is still at work');
      const isBad = walletAddress === SUSPECTS.rejected;
      return {
        decision: isBad ? 'rejected' : 'approved',
        level: isBad ? 'High' : 'Low',
        categories: [],
        reference: null,
      };
    },
  };
}
