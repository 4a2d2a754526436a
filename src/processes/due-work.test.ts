import { expect, it } from 'vitest';
import { sweeps as commerceSweeps } from '#modules/commerce/sweeps.ts';
import { sweeps as intentSweeps } from '#modules/intents/sweeps.ts';
import { merchantProfileSweeps } from '#modules/merchant-profiles/sweeps.ts';
import { sweeps as bundleSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as payerSweeps } from '#modules/payers/sweeps.ts';
import { sweeps as paymentDetailSweeps } from '#modules/payment-details/sweeps.ts';
import { sweeps as payoutImportSweeps } from '#modules/payout-imports/sweeps.ts';
import { sweeps as recurringSweeps } from '#modules/recurring-payouts/sweeps.ts';
import { sweeps as relayerSweeps } from '#modules/relayer/sweeps.ts';
import { sweeps as screeningSweeps } from '#modules/screening/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { findDue } from '#platform/db/find-due.ts';
import { testContext, useTestDatabase } from '../../tests/support/database.ts';
import { manyLink, writeManyLinks } from '../../tests/support/many-links.ts';

const database = useTestDatabase();

/** None of them runs here, so that what they call is never called. */
const never = () => Promise.reject(new Error('nothing runs'));
const SWEEPS = [
  ...commerceSweeps,
  ...intentSweeps,
  ...merchantProfileSweeps({ outbound: { request: never }, txt: { read: never } }),
  ...bundleSweeps,
  ...payerSweeps,
  ...paymentDetailSweeps,
  ...payoutImportSweeps,
  ...recurringSweeps,
  ...relayerSweeps,
  ...screeningSweeps,
  ...linkSweeps,
  ...settlementSweeps,
  ...webhookSweeps({ outbound: { post: never }, timeoutMs: 5_000 }),
];

/** The names of the sweeps that one statement finds to have work, as a worker asks it. */
async function findNames(at: Date): Promise<readonly string[]> {
  const ctx = testContext({ db: database.db, now: () => at });
  const polled = SWEEPS.flatMap(({ name, due }) => (due === undefined ? [] : [{ name, due }]));
  const found = await findDue(
    database.db,
    polled.map(({ due }) => due(ctx)),
  );
  return polled.flatMap(({ name }, place) => (found[place] === true ? [name] : []));
}

// One condition that PostgreSQL refuses would keep all other sweeps from being found.
it('finds nothing in an empty database, and an expired link by its time alone', async () => {
  expect(await findNames(new Date('2100-01-01'))).toEqual([]);
  await writeManyLinks(database.db, { from: 1, to: 1 }, 'pending');
  const link = await database.db
    .selectFrom('secure_payment')
    .select('expires_at')
    .where('token', '=', manyLink(1).token)
    .executeTakeFirstOrThrow();
  const { expires_at: expiresAt } = link;
  expect(await findNames(new Date(expiresAt.getTime() - 1))).toEqual([]);
  expect(await findNames(expiresAt)).toEqual(['expire secure payments']);
});
