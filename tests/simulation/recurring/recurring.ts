import { currencyById } from '#catalog/currencies.ts';
import type { Chain, TransactionSender } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { FakeScheduling } from '../../chains/fake/schedules.ts';
import type { SentVersion } from '../../chains/fake/sending.ts';
import type { Dice } from '../dice.ts';
import type { Plant } from '../plants.ts';
import type { SimWorld } from '../world.ts';
import { wrongAsSent, wrongAsSigned } from './sent.ts';
import {
  OPERATOR,
  OTHER_RELAYER,
  RECURRING_CURRENCIES,
  RECURRING_NETWORK,
  RECURRING_PAYERS,
  RICH,
} from './setting.ts';

/** How often the next block leaves a transaction of the installation out. */
const LEFT_OUT_SHARE = 0.5;

/** A series of requests, as its shop knows it. */
interface KnownSeries {
  /** The public id of its first request. */
  readonly requestId: string;
  readonly startAt: Date;
  /** How many requests it had made when it was known to be stopped; undefined while it goes on. */
  madeWhenStopped: number | undefined;
  /** Whether it was ever stopped, or may have been. */
  wasChanged: boolean;
}

/** What recurring payouts are in a world, beside what its chain shows. */
export interface Recurring {
  readonly sender: TransactionSender;
  readonly scheduling: FakeScheduling;
  /** Digests that their payers signed. */
  readonly signed: Set<Hex>;
  /** Digests of what was stopped, of which somebody was answered so. */
  readonly cancelled: Set<Hex>;
  /** Nonces that were so deep in blocks that they count as used, though a reorg may have freed them since. */
  readonly everDeep: Set<bigint>;
  /** By payout: how many nonces were signed for it when it was first seen as paused. */
  readonly signedWhenPaused: Map<string, number>;
  readonly series: KnownSeries[];
  readonly problems: string[];
}

/** Opens what a world needs whose shops make recurring payouts; nobody has signed anything. */
export function openRecurring({ chains, dice }: Pick<SimWorld, 'chains' | 'dice'>): Recurring {
  const chain = chains[RECURRING_NETWORK];
  const { scheduling, sending } = chain;
  if (scheduling === undefined) throw new Error('the network takes instalments');
  for (const relayer of [OPERATOR, OTHER_RELAYER]) {
    scheduling.relayers.add(relayer);
    chain.give(relayer, undefined, RICH);
  }
  for (const payer of RECURRING_PAYERS) {
    chain.give(payer, undefined, RICH);
    for (const address of recurringTokens()) chain.give(payer, address, RICH);
  }
  const recurring: Recurring = {
    sender: sending.senderOf(OPERATOR),
    scheduling,
    signed: new Set(),
    cancelled: new Set(),
    everDeep: new Set(),
    signedWhenPaused: new Map(),
    series: [],
    problems: [],
  };
  const note = (problems: readonly string[]) => void recurring.problems.push(...problems);
  sending.onSign = (version) => note(wrongAsSigned(chain, recurring, version));
  sending.onAccept = (version) => note(wrongAsSent(chain, recurring, version));
  sending.choose = (versions) => chooseSome(dice, versions);
  return recurring;
}

/** The tokens that recurring payouts are in. */
export function recurringTokens(): readonly string[] {
  return [...new Set(RECURRING_CURRENCIES)].map((id) => currencyById(id)?.address ?? '');
}

/** Any of them may win, also one that was replaced by higher fees. */
function chooseSome(dice: Dice, versions: readonly SentVersion[]): SentVersion | undefined {
  return dice.isHit(LEFT_OUT_SHARE) ? undefined : dice.pick(versions);
}

/** The chain as an installation has it that sends instalments there, as far as no bug is planted. */
export function withRecurring(
  chain: Chain,
  {
    recurring,
    plant,
  }: { readonly recurring: Recurring | undefined; readonly plant: Omit<Plant, 'shows'> },
): Chain {
  const { schedules } = chain;
  if (
    recurring === undefined ||
    chain.network.id !== RECURRING_NETWORK ||
    schedules === undefined
  ) {
    return chain;
  }
  const planted = plant.schedulesAs?.(schedules) ?? schedules;
  return { ...chain, sender: recurring.sender, schedules: planted };
}
