import type { Hex } from '#kit/hex.ts';
import { differenceOf } from './difference.ts';
import type { Difference, Movement } from './stored-payments.ts';

/** What a node reports about a range of blocks, as far as it is ours. */
export interface NodeView {
  /** The node's name for operators. */
  readonly name: string;
  /** The hash of the block that ends the range. */
  readonly blockHash: Hex;
  readonly movements: readonly Movement[];
}

/**
 * Where nodes differ over a range of blocks: payments that not all of them report, or not in the same
 * way, and the block that ends it. The answer of most of them is expected, that of the first one in a tie.
 */
export function compareNodes(
  views: readonly NodeView[],
  at: { readonly to: bigint; readonly publicIds: ReadonlyMap<string, string> },
): readonly Difference[] {
  if (views.length < 2) return [];
  const reported = views.map(
    ({ movements }) => new Map(movements.map((movement) => [nameOf(movement), movement])),
  );
  const all = new Map(reported.flatMap((movements) => [...movements]));
  const differences = [...all].flatMap(([name, movement]) => {
    const sides = sidesOf(views, (i) => sayMovement(reported[i]?.get(name)));
    const { transactionHash, blockNumber } = movement;
    const requestId = at.publicIds.get(movement.requestId) ?? null;
    return sides === undefined
      ? []
      : [differenceOf('nodes_disagree', { requestId, transactionHash, blockNumber }, sides)];
  });
  if (differences.length > 0) return differences;
  const sides = sidesOf(views, (i) => `block ${views[i]?.blockHash}`);
  const of = { requestId: null, transactionHash: null, blockNumber: at.to };
  return sides === undefined ? [] : [differenceOf('nodes_disagree', of, sides)];
}

/** A log of one block that pays one request. */
const nameOf = ({ blockHash, logIndex, requestId }: Movement) =>
  `${blockHash} ${logIndex} ${requestId}`;

function sayMovement(movement: Movement | undefined): string {
  if (movement === undefined) return 'nothing';
  const { creditedUnits, feeUnits, feeAddress, tokenUnits, tokenFeeUnits, payerAddress } = movement;
  return (
    `${creditedUnits} units, fee ${feeUnits} to ${feeAddress} (of the token ${tokenUnits}, ` +
    `fee ${tokenFeeUnits}), from ${payerAddress} in ${movement.transactionHash}`
  );
}

/** The answer of most nodes and those of the others, each with its nodes; undefined where all agree. */
function sidesOf(
  views: readonly NodeView[],
  say: (index: number) => string,
): readonly [expected: string, found: string] | undefined {
  const names = new Map<string, string[]>();
  for (const [index, { name }] of views.entries()) {
    const said = say(index);
    names.set(said, [...(names.get(said) ?? []), name]);
  }
  if (names.size === 1) return undefined;
  const [most, ...others] = [...names]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([said, by]) => `${said}, by ${by.join(' and ')}`);
  return [most ?? '', others.join('; ')];
}
