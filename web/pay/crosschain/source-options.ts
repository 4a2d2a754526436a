import { isRecord, member, texts } from '../../engine/members.ts';
import { unitsOf } from '../../ui/amount.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import type { PageConfig } from '../config.ts';
import type { Link, Money } from '../link.ts';
import type { BridgeSource } from './bridge-plan.ts';
import { findBridgeSource } from './bridge-source.ts';
import { costUnitsOf } from './route-cost.ts';
import type { SafePayer } from './safe-payer.ts';
import { isRecordable } from './sent-route.ts';

/** A token of another network that a payment could start with, and how the API names it. */
export interface RouteSource extends BridgeSource {
  readonly chain: string;
  readonly token: string;
  /** The owner of a Safe to whom returns what does not arrive; undefined where that is the payer. */
  readonly refundWallet?: string;
}

/** What the wallet has of a token of another network, and what the payment takes of it. */
export interface SourceOption extends RouteSource {
  readonly heldUnits: bigint;
  /** With all that the route costs, where the wallet has enough. */
  readonly neededUnits: bigint;
  readonly canPay: boolean;
  /** What of it is the route's cost; undefined where only a rate could say. */
  readonly costUnits: bigint | undefined;
  /** How long the route usually takes; undefined where the API does not say. */
  readonly durationS: number | undefined;
}

/** Whether a payment may come from another network: one payment in a token, that is not converted, of a network with bridges. */
export function isRouteGoal({ kind, networkId, payments: [payment] }: Link): boolean {
  return (
    kind === 'single' &&
    Object.hasOwn(TRUSTED_BRIDGES, networkId) &&
    payment.conversion === undefined &&
    payment.asset.address !== undefined
  );
}

/**
 * The tokens of the network where the wallet of a Safe stands that the API lists no option of, as the same Safe is not on the
 * link's network: what does not arrive then returns to an owner. None where nobody is known to whom it could.
 */
export function unlistedSources(
  { chainId, owners }: SafePayer,
  {
    link,
    networks,
    options,
  }: {
    readonly link: Pick<Link, 'networkId'>;
    readonly networks: PageConfig['networks'];
    readonly options: readonly SourceOption[];
  },
): readonly RouteSource[] {
  const networkId = bridgedNetwork(chainId);
  const bridge = networkId === undefined ? undefined : TRUSTED_BRIDGES[networkId];
  const isOffered =
    networkId !== undefined && networkId !== link.networkId && Object.hasOwn(networks, networkId);
  const isListed = options.some((option) => option.networkId === networkId);
  if (bridge === undefined || !isOffered || isListed || owners.length === 0) return [];
  return Object.keys(bridge.sources)
    .filter(isRecordable)
    .map((token) => findSource(bridge.sourceChain, token))
    .filter((source) => source !== undefined);
}

/** Whether a payment may come from the network of this chain. */
export function isBridgedFrom(link: Link, chainId: number): boolean {
  return (
    bridgedNetwork(chainId) !== undefined && chainId !== link.network.chainId && isRouteGoal(link)
  );
}

function bridgedNetwork(chainId: number): string | undefined {
  return Object.keys(TRUSTED_BRIDGES).find((id) => TRUSTED[id]?.chainId === chainId);
}

/** A token as a source, by the page's own list; undefined for what is not on it. */
export function findSource(chain: string, token: string): RouteSource | undefined {
  const source = findBridgeSource(chain, token);
  return source && { ...source, chain, token };
}

/**
 * What a wallet could pay a link with from other networks: what it has enough of first, and then what costs least. Tokens of another
 * currency than the payment's cannot be compared without a rate; they come behind the others.
 */
export function readSourceOptions(link: Link, view: unknown): readonly SourceOption[] {
  const chains = member(view, 'paymentOptions');
  if (!isRecord(chains) || !isRouteGoal(link)) return [];
  const paid = paidOf(link, chains);
  const options = Object.entries(chains).flatMap(([chain, tokens]) =>
    isRecord(tokens)
      ? Object.entries(tokens).flatMap(([token, option]) => {
          const source = findSource(chain, token);
          const isElsewhere = source !== undefined && source.networkId !== link.networkId;
          return isElsewhere ? readOption(paid, source, option) : [];
        })
      : [],
  );
  return options.sort(
    (one, other) => rankOf(paid, one) - rankOf(paid, other) || compareCost(one, other),
  );
}

/** What the payment takes on its own network: with the fee that its call pays, as its own option has it. */
function paidOf({ networkId, payments: [payment] }: Link, chains: unknown): Money {
  const { asset, amountUnits } = payment;
  const own = member(member(chains, TRUSTED_BRIDGES[networkId]?.sourceChain ?? ''), asset.symbol);
  const { neededAmount = '' } = texts(own, ['neededAmount']);
  const units = unitsOf(neededAmount, asset.decimals) ?? 0n;
  return { asset, units: units > amountUnits ? units : amountUnits };
}

function readOption(paid: Money, source: RouteSource, option: unknown): SourceOption[] {
  const { decimals } = source.asset;
  const { balance = '', neededAmount = '' } = texts(option, ['balance', 'neededAmount']);
  const [heldUnits, neededUnits] = [unitsOf(balance, decimals), unitsOf(neededAmount, decimals)];
  if (heldUnits === undefined || !neededUnits) return [];
  const canPay = member(option, 'hasEnoughBalance') === true && heldUnits >= neededUnits;
  const durationS = member(option, 'durationSeconds');
  return [
    {
      ...source,
      heldUnits,
      neededUnits,
      canPay,
      costUnits: canPay ? costOf(paid, source, neededUnits) : undefined,
      durationS: typeof durationS === 'number' && durationS > 0 ? durationS : undefined,
    },
  ];
}

/** What leaves the wallet above the payment; undefined where only a rate could say. */
function costOf(paid: Money, { asset }: RouteSource, units: bigint) {
  return costUnitsOf({ source: { asset, units }, paid });
}

/** What the wallet has enough of comes first, and what compares with the payment before what does not. */
function rankOf(paid: Money, option: SourceOption): number {
  const hasRate = costOf(paid, option, option.neededUnits) === undefined;
  return (option.canPay ? 0 : 2) + (hasRate ? 1 : 0);
}

/** No token has more decimals. */
const SCALE = 18;

function compareCost(one: SourceOption, other: SourceOption): number {
  const [cost = 0n, otherCost = 0n] = [one, other].map(
    ({ neededUnits, asset }) => neededUnits * 10n ** BigInt(SCALE - asset.decimals),
  );
  if (cost === otherCost) return (one.durationS ?? 0) - (other.durationS ?? 0);
  return cost < otherCost ? -1 : 1;
}
