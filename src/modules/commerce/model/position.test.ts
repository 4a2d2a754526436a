import { describe, expect, it } from 'vitest';
import {
  abilitiesOf,
  addMovement,
  type CommerceMovement,
  type CommerceSums,
  NO_SUMS,
  nextExpiry,
  type OperationKind,
  statusOf,
  sumsOf,
  watchedUntil,
} from './position.ts';
import { changeTo, commerceMachine } from './status.ts';

const at = (seconds: number) => new Date(seconds * 1_000);
const expiries = {
  preApprovalExpiresAt: at(100),
  authorizationExpiresAt: at(200),
  refundExpiresAt: at(300),
};

/** What can be true of a payment, as far as its status depends on it. */
interface World {
  readonly sums: CommerceSums;
  readonly open: OperationKind | undefined;
  readonly hasFailed: boolean;
  readonly now: number;
}

type Field = keyof CommerceSums;

/** What each sum may be: an authorisation of 4, of which parts are taken, and given back in part or whole. */
const UNITS = {
  authorizedUnits: [0n, 4n],
  capturedUnits: [0n, 2n],
  voidedUnits: [0n, 1n],
  reclaimedUnits: [0n, 1n],
  refundedUnits: [0n, 1n, 2n],
} as const satisfies Record<Field, readonly bigint[]>;
const FIELDS = [
  'authorizedUnits',
  'capturedUnits',
  'voidedUnits',
  'reclaimedUnits',
  'refundedUnits',
] as const satisfies readonly Field[];
const OPEN = [undefined, 'authorize', 'capture', 'void'] as const;

function allSums(fields: readonly Field[] = FIELDS): CommerceSums[] {
  const [field, ...others] = fields;
  if (field === undefined) return [NO_SUMS];
  return allSums(others).flatMap((sums) =>
    UNITS[field].map((units) => ({ ...sums, [field]: units })),
  );
}

const ALL_SUMS = allSums();
const statusIn = ({ sums, open, hasFailed, now }: World) =>
  statusOf({ sums, expiries, openOperation: open, hasFailed, now: at(now) });

/** Whether these sums are those after one more event, a charge among them. */
function isOneMore(before: CommerceSums, after: CommerceSums): boolean {
  const more = FIELDS.filter((field) => before[field] !== after[field]);
  if (more.some((field) => after[field] < before[field])) return false;
  return more.length === 1 || more.join() === 'authorizedUnits,capturedUnits';
}

const isLess = (before: CommerceSums, after: CommerceSums) =>
  FIELDS.every((field) => after[field] <= before[field]);

/** All that one change leads to: an event that counts, any that a reorg takes back, an operation that begins, ends or is open again, or time. */
function nextWorlds(world: World): World[] {
  const { sums, open, now } = world;
  const worlds: World[] = [150, 250]
    .filter((later) => later > now)
    .map((now) => ({ ...world, now }));
  const opened = open === undefined ? OPEN : [open];
  for (const after of ALL_SUMS) {
    // What has ended leaves the next open that a reorg took back.
    if (isOneMore(sums, after))
      worlds.push(...OPEN.map((open) => ({ ...world, sums: after, open })));
    if (isLess(sums, after))
      worlds.push(...opened.map((open) => ({ ...world, sums: after, open })));
  }
  // It may have ended without an event.
  const hasFailed = world.hasFailed || open === 'authorize';
  for (const open of OPEN) worlds.push({ ...world, open }, { ...world, open, hasFailed });
  return worlds;
}

/** Everything that can be true. */
const allWorlds = (): World[] =>
  ALL_SUMS.flatMap((sums) =>
    OPEN.flatMap((open) =>
      [false, true].flatMap((hasFailed) =>
        [0, 150, 250].map((now) => ({ sums, open, hasFailed, now })),
      ),
    ),
  );

/** Every move from one status to another. */
function allMoves(): Set<string> {
  const moves = new Set<string>();
  for (const world of allWorlds()) {
    const from = statusIn(world);
    for (const one of nextWorlds(world)) {
      const to = statusIn(one);
      if (from !== to) moves.add(`${from} > ${to}`);
    }
  }
  return moves;
}

it('moves along its table, and along nothing else', () => {
  const table = Object.entries(commerceMachine).flatMap(([from, moves]) =>
    Object.values(moves).map((to) => `${from} > ${to}`),
  );
  expect([...allMoves()].sort()).toEqual(table.sort());
  // The change into a state is the one that the table has for it.
  for (const moves of Object.values(commerceMachine)) {
    for (const [change, to] of Object.entries(moves)) expect(changeTo(to)).toBe(change);
  }
});

describe('what can be done', () => {
  const sums = (...movements: readonly [CommerceMovement['type'], bigint][]) =>
    sumsOf(movements.map(([type, units]) => ({ type, units })));
  const able = (of: ReturnType<typeof sums>, now: number, openOperation?: OperationKind) => {
    const { canCapture, canVoid, canRefund } = abilitiesOf({
      sums: of,
      expiries,
      openOperation,
      now: at(now),
    });
    return [canCapture, canVoid, canRefund];
  };
  const held = sums(['authorized', 10n]);
  const partly = sums(['authorized', 10n], ['captured', 4n]);

  it('is to capture until the authorisation expires, to void while anything is held, to refund until refunds expire', () => {
    expect(able(NO_SUMS, 0)).toEqual([false, false, false]);
    expect(able(held, 199)).toEqual([true, true, false]);
    expect(able(held, 200)).toEqual([false, true, false]);
    expect(able(partly, 199)).toEqual([true, true, true]);
    expect(able(partly, 299)).toEqual([false, true, true]);
    expect(able(partly, 300)).toEqual([false, true, false]);
    expect(able(addMovement(partly, { type: 'voided', units: 6n }), 0)).toEqual([
      false,
      false,
      true,
    ]);
    expect(able(addMovement(partly, { type: 'refunded', units: 4n }), 0)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is nothing while a transaction is open', () => {
    for (const kind of ['authorize', 'capture', 'void'] as const) {
      expect(able(partly, 0, kind)).toEqual([false, false, false]);
    }
  });

  it('is watched as long as anything can happen, and a day more', () => {
    const until = (of: ReturnType<typeof sums>, now: number, openOperation?: OperationKind) =>
      watchedUntil({ sums: of, expiries, openOperation, now: at(now) })?.getTime();
    const day = 86_400_000;
    expect(until(NO_SUMS, 0)).toBe(100_000 + day);
    expect(until(NO_SUMS, 0, 'authorize')).toBeUndefined();
    expect(until(partly, 400)).toBeUndefined();
    expect(until(sums(['charged', 10n]), 0)).toBe(300_000 + day);
    expect(until(sums(['authorized', 10n], ['reclaimed', 10n]), 250)).toBe(250_000 + day);
    expect(nextExpiry('pending', expiries)).toEqual(at(100));
    expect(nextExpiry('authorized', expiries)).toEqual(at(200));
    expect(nextExpiry('paid', expiries)).toBeUndefined();
  });
});
