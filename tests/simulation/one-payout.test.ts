import { expect, it } from 'vitest';
import { findRecurringProblems } from './recurring/invariants.ts';
import { openOnePayout } from './recurring/one-payout.ts';
import { RECURRING_NETWORK } from './recurring/setting.ts';
import { findWrongRecurring } from './recurring/truth.ts';
import { useRunDatabase } from './run-database.ts';

const database = useRunDatabase();
const DAY_MS = 24 * 60 * 60 * 1_000;

it('takes 255 instalments, one after another, each once', async () => {
  const { world, round, view, sent } = await openOnePayout(await database.empty(), 255);
  await round();
  world.clock.advance(254 * DAY_MS);
  // Everything is due by now; a round takes one, as one is under way at a time.
  for (let rounds = 0; rounds < 270; rounds += 1) await round();
  expect(await view()).toMatchObject({ status: 'completed', processedPayments: 255 });
  expect(sent().map(({ index }) => index)).toEqual(Array.from({ length: 255 }, (_, i) => i + 1));
  expect(await findWrongRecurring(world)).toEqual([]);
  expect(await findRecurringProblems(world)).toEqual([]);
});

it('counts an instalment that somebody else sent with another reference, and sends it no more', async () => {
  const { world, round, view, sent, takeElsewhere } = await openOnePayout(
    await database.empty(),
    2,
  );
  await takeElsewhere(1);
  world.chains[RECURRING_NETWORK].mine(world.mempool[RECURRING_NETWORK].splice(0));
  for (let rounds = 0; rounds < 4; rounds += 1) await round();
  expect(await view()).toMatchObject({ status: 'active', processedPayments: 1, payments: [] });
  for (let rounds = 0; rounds < 4; rounds += 1) await round(DAY_MS / 2);
  expect(await view()).toMatchObject({ status: 'completed', processedPayments: 2 });
  expect(sent().map(({ index }) => index)).toEqual([2]);
  expect(await findWrongRecurring(world)).toEqual([]);
});

it('sends an instalment again that a reorg removed after it was paid and that no node has any more', async () => {
  const { world, round, view, sent } = await openOnePayout(await database.empty(), 2);
  const { ledger, sending } = world.chains[RECURRING_NETWORK];
  for (let rounds = 0; rounds < 4; rounds += 1) await round();
  expect(await view()).toMatchObject({ processedPayments: 1 });
  const [first] = sent();
  const { number = 0n } =
    ledger.blocks.find(({ receipts }) =>
      receipts.some(({ hash }) => hash === first?.transactionHash),
    ) ?? {};
  ledger.cut(number);
  sending.pool.clear();
  for (let block = 0; block < 20; block += 1) ledger.mine([]);
  for (let rounds = 0; rounds < 8; rounds += 1) await round();
  expect(await view()).toMatchObject({ status: 'active', processedPayments: 1 });
  expect(new Set(sent().map(({ nonce }) => nonce))).toEqual(new Set([0n]));
});

it('finds who took an instalment in a block below the one in which it was signed', async () => {
  const { world, round, view, takeElsewhere } = await openOnePayout(await database.empty(), 2);
  const { ledger } = world.chains[RECURRING_NETWORK];
  // A reorg leaves fewer blocks than before.
  await takeElsewhere(1);
  ledger.cut(ledger.head().number - 3n);
  world.chains[RECURRING_NETWORK].mine(world.mempool[RECURRING_NETWORK].splice(0));
  for (let rounds = 0; rounds < 4; rounds += 1) await round();
  expect(await view()).toMatchObject({ processedPayments: 1 });
});
