import { CURRENCIES, type Currency } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { isDollar } from '#modules/fees/index.ts';
import { bandsOf, type ChainView, isTagFresh } from './model/finality.ts';
import { type Cursor, findCursors } from './store/blocks.ts';
import type { Threshold } from './store/due.ts';

/** The threshold under which nodes must agree on every amount, also on zero. */
const EVERY_AMOUNT = -1n;

/**
 * For each network that was scanned and is not halted, the newest block whose transfers count; where
 * it depends on the amount, for each dollar currency and for all others, which count
 * as the largest amount. Below zero while no block is deep enough.
 */
export async function findThresholds(
  ctx: Context,
  stage: 'confirmed' | 'finalized',
): Promise<readonly Threshold[]> {
  return thresholdsOf(ctx, await findCursors(ctx), stage);
}

/** The same by cursors that were read before. */
export function thresholdsOf(
  ctx: Context,
  cursors: readonly Cursor[],
  stage: 'confirmed' | 'finalized',
): readonly Threshold[] {
  return cursors.flatMap((cursor) => {
    if (!isNetworkId(cursor.network) || cursor.halt !== undefined) return [];
    const network = NETWORKS[cursor.network];
    return stage === 'confirmed'
      ? confirmedAt(ctx, network, cursor)
      : [finalAt(ctx, network, cursor)];
  });
}

function viewOf(ctx: Context, network: Network, cursor: Cursor): ChainView {
  const { block, finalizedNumber, finalizedAt, safeNumber, safeAt } = cursor;
  const limit = { now: ctx.now(), tagAgeMaxMs: network.tagAgeMaxMs };
  return {
    blockNumber: block.number,
    finalizedNumber,
    isTagFresh: isTagFresh(finalizedAt, limit),
    safeNumber,
    isSafeFresh: isTagFresh(safeAt, limit),
  };
}

function finalAt(ctx: Context, network: Network, cursor: Cursor): Threshold {
  const [band] = bandsOf(network.finalized, [], viewOf(ctx, network, cursor));
  return {
    ...everyAmount(network, cursor),
    step: 0,
    upTo: band.upTo,
    agreeAboveUnits: null,
  };
}

function everyAmount({ id }: Network, { block }: Cursor) {
  const checkedBlock = block.number;
  return { network: id, currencyId: null, fromUnits: 0n, belowUnits: null, checkedBlock };
}

function confirmedAt(ctx: Context, network: Network, cursor: Cursor): readonly Threshold[] {
  const { settings } = ctx;
  const rule = settings.confirmationsFor(network);
  const bands = bandsOf(rule, settings.amountStepsFor(network), viewOf(ctx, network, cursor));
  const agrees = settings.agreement.nodesFor(network) !== undefined;
  const whatever = {
    ...everyAmount(network, cursor),
    step: bands.length - 1,
    upTo: bands.at(-1)?.upTo ?? bands[0].upTo,
    agreeAboveUnits: agrees ? EVERY_AMOUNT : null,
  };
  if (bands.length === 1 && !agrees) return [whatever];
  const dollars = CURRENCIES.filter((one) => one.network === network.id && isDollar(one));
  const ofDollars = dollars.flatMap((currency) =>
    bands.map(({ fromDollars, belowDollars, upTo }, step) => ({
      ...whatever,
      step,
      currencyId: currency.id,
      fromUnits: unitsOf(currency, fromDollars),
      belowUnits: belowDollars === undefined ? null : unitsOf(currency, belowDollars),
      upTo,
      agreeAboveUnits: agrees ? unitsOf(currency, settings.agreement.aboveDollars) : null,
    })),
  );
  return [...ofDollars, whatever];
}

function unitsOf({ decimals }: Currency, dollars: bigint): bigint {
  return dollars * 10n ** BigInt(decimals);
}
