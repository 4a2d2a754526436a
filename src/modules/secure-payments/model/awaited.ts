import { currencyById } from '#catalog/currencies.ts';
import {
  type AmountStep,
  type FinalityRule,
  isNetworkId,
  NETWORKS,
  type Network,
} from '#catalog/networks.ts';
import { isDollar } from '#modules/fees/index.ts';

/** What a payment that was seen still waits for, for its payer. */
export interface Awaiting {
  /** The block that holds it. */
  readonly blockNumber: bigint;
  /** A number of blocks, or the network's own word that its block is safe or final. */
  readonly until: 'depth' | 'safe' | 'finalized';
  /** How many blocks it takes, its own included; null where the network's word counts. */
  readonly blocks: number | null;
  /** How many of them are missing; 0 where only its settling is, null where the word counts. */
  readonly blocksLeft: number | null;
}

/** When payments of a network count, as operators have set it. */
export interface CountingRules {
  readonly confirmationsFor: (network: Network) => FinalityRule;
  readonly amountStepsFor: (network: Network) => readonly AmountStep[];
}

/** A payment that was seen, and how far its chain was scanned. */
export interface Waiting {
  readonly network: string;
  readonly currencyId: string;
  readonly blockNumber: bigint;
  /** What all payments of its request brought that stand, in units of what moved. */
  readonly broughtUnits: bigint;
  /** The newest scanned block. */
  readonly checkedBlock: bigint;
  /** Which blocks the nodes of the network name. */
  readonly tags: { readonly safe: boolean; readonly finalized: boolean };
}

/**
 * What a payment waits for. Nodes that have to agree, or a final block that is too old, may delay it
 * beyond that; nothing makes it count earlier.
 */
export function awaitedOf(waiting: Waiting, rules: CountingRules): Awaiting | null {
  const { blockNumber, checkedBlock, tags } = waiting;
  if (!isNetworkId(waiting.network)) return null;
  const network = NETWORKS[waiting.network];
  const steps = rules.amountStepsFor(network).filter((step) => isReached(step, waiting));
  const all = [rules.confirmationsFor(network), ...steps.map(({ rule }) => rule)];
  const until = wordOf(all, tags);
  if (until !== undefined) return { blockNumber, until, blocks: null, blocksLeft: null };
  const blocks = Math.max(
    ...all.map((rule) => (rule.by === 'depth' ? rule.blocks : rule.fallbackBlocks)),
  );
  const deep = Math.max(0, Number(checkedBlock - blockNumber) + 1);
  return { blockNumber, until: 'depth', blocks, blocksLeft: Math.max(0, blocks - deep) };
}

/** The last word that the rules wait for, as far as it is given; undefined where only depth counts. */
function wordOf(rules: readonly FinalityRule[], tags: Waiting['tags']) {
  const takes = (tag: FinalityRule['by']) => rules.some(({ by }) => by === tag);
  if (tags.finalized && takes('finalized_tag')) return 'finalized';
  if (!takes('safe_tag')) return undefined;
  if (tags.safe) return 'safe';
  return tags.finalized ? 'finalized' : undefined;
}

/** What is no dollar is taken for as large as can be, as where it is settled. */
function isReached({ fromDollars }: AmountStep, { currencyId, broughtUnits }: Waiting): boolean {
  const currency = currencyById(currencyId);
  if (currency === undefined || !isDollar(currency)) return true;
  return broughtUnits >= fromDollars * 10n ** BigInt(currency.decimals);
}
