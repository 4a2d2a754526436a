import type { Currency } from '#catalog/currencies.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { dollarsOf } from './route-cost.ts';

/** What the metadata of a route is made of. */
interface RouteFacets {
  readonly fetchedAt: Date;
  /** How long a page shows it, where that is not two minutes. */
  readonly validMs?: number;
  /** When what is paid ends, where it does. */
  readonly endsAt: Date | undefined;
  readonly deadlines: {
    readonly source: Date;
    readonly bridge: Date;
    readonly swap?: { readonly at: Date; readonly tool: string } | undefined;
  };
  readonly source: Currency;
  /** What leaves the payer: the route, and the fees that are paid beside it. */
  readonly totalUnits: bigint;
  readonly hasEnoughBalance: boolean;
  /** What of the source amount is the route's cost. */
  readonly costUnits: bigint;
  /** In dollars, with 18 decimals. */
  readonly costWorth: bigint;
  readonly destination: Currency;
  /** What the payee receives. */
  readonly amountUnits: bigint;
}

/** A deadline of a part of a route; `decoded` from its calldata. */
interface Deadline {
  readonly deadline: number;
  readonly source: 'decoded';
}

/** What a route adds to the metadata of a payment, or says in place of it. */
export interface RouteMetadata {
  readonly routeType: 'crosschain';
  readonly quoteFetchedAt: string;
  /** In Unix seconds, as are the deadlines. */
  readonly quoteExpiresAt: number;
  readonly executionDeadline: number;
  readonly executionDeadlineBreakdown: {
    readonly bridge: Deadline;
    readonly swap?: Deadline & { readonly tool: string };
  };
  /** Beside what the network takes. */
  readonly bridgeFee: {
    readonly required: boolean;
    readonly currency: string;
    readonly amount: string;
    readonly amountUsd: string;
    readonly hasEnoughBalance: boolean;
  };
  readonly totals: {
    readonly paymentAmount: string;
    readonly paymentCurrency: string;
    readonly sourceAmount: string;
  };
}

/** For so many milliseconds: prices move, and then a page asks again, although the calldata is good for longer. */
export const QUOTE_VALID_MS = 120_000;

/** The times, costs and totals of a route. The source transaction must be mined before the first of its deadlines. */
export function routeMetadata(route: RouteFacets): RouteMetadata {
  const { deadlines, source, destination, costUnits } = route;
  const { swap } = deadlines;
  const bridge = earliest(deadlines.source, deadlines.bridge);
  const execution = swap === undefined ? bridge : earliest(bridge, swap.at);
  const validUntil = earliest(
    new Date(route.fetchedAt.getTime() + (route.validMs ?? QUOTE_VALID_MS)),
    execution,
  );
  const expiresAt = route.endsAt === undefined ? validUntil : earliest(validUntil, route.endsAt);
  return {
    routeType: 'crosschain',
    quoteFetchedAt: isoTime(route.fetchedAt),
    quoteExpiresAt: secondsOf(expiresAt),
    executionDeadline: secondsOf(execution),
    executionDeadlineBreakdown: {
      bridge: decodedAt(bridge),
      ...(swap && { swap: { ...decodedAt(swap.at), tool: swap.tool } }),
    },
    bridgeFee: {
      required: costUnits > 0n,
      currency: source.id,
      amount: printAmount(costUnits, source.decimals),
      amountUsd: dollarsOf(route.costWorth),
      hasEnoughBalance: route.hasEnoughBalance,
    },
    totals: {
      paymentAmount: printAmount(route.amountUnits, destination.decimals),
      paymentCurrency: destination.id,
      sourceAmount: printAmount(route.totalUnits, source.decimals),
    },
  };
}

/** The first of two moments. */
export function earliest(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function decodedAt(at: Date): Deadline {
  return { deadline: secondsOf(at), source: 'decoded' };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
