import { expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, FEE_UNITS, insertFee } from '../../../tests/support/fee-of-link.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { findDueFees } from './index.ts';
import { openSourceFees } from './open-source-fees.ts';

const database = useTestDatabase();
const chains = connected(stillChain('arbitrum-one'), stillChain('bsc'));

function currency(id: string) {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

/** A link with a fee, and what is due of it. */
async function linkWithFee(ctx: Context) {
  const link = await insertLink(ctx.db);
  await insertFee(ctx, link);
  const fees = (await findDueFees(ctx, [link.requestRowId])).get(link.requestRowId) ?? [];
  return { link, fees };
}

const open = async (
  ctx: Context,
  sourceId: string,
  fees: Parameters<typeof openSourceFees>[1]['fees'],
) =>
  await openSourceFees(ctx, {
    fees,
    currency: currency('USDC-sepolia'),
    source: currency(sourceId),
  });

it('gives a fee one request for each token of another network, however often and at once it is asked for', async () => {
  const ctx = testContext({ db: database.db, chains });
  const { link, fees } = await linkWithFee(ctx);
  const ids = ['USDT-arbitrum-one', 'USDT-arbitrum-one', 'USDT-bsc', 'USDT-arbitrum-one'];
  const opened = await Promise.all(ids.map((id) => open(ctx, id, fees)));
  const [first, again, other, last] = opened.map(([fee]) => fee);
  expect(again).toEqual(first);
  expect(last).toEqual(first);
  expect(first).toEqual({
    ...fees[0],
    requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
    paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    units: FEE_UNITS,
  });
  expect(other).toMatchObject({ units: FEE_UNITS * 10n ** 12n });
  const references = new Set([fees[0], first, other].map((one) => one?.paymentReference));
  expect(references.size).toBe(3);
  const rows = await ctx.db
    .selectFrom('source_fee')
    .innerJoin('request', 'request.id', 'source_fee.request_id')
    .select(['request.network', 'request.currency_id', 'request.payee_address'])
    .select(['request.expected_units', 'request.origin_form', 'source_fee.fee_units'])
    .where('source_fee.for_request_id', '=', link.requestRowId)
    .orderBy('request.currency_id')
    .execute();
  const same = { payee_address: FEE_RECEIVER, origin_form: 'fee', fee_units: FEE_UNITS };
  expect(rows).toEqual([
    {
      ...same,
      network: 'arbitrum-one',
      currency_id: 'USDT-arbitrum-one',
      expected_units: FEE_UNITS,
    },
    { ...same, network: 'bsc', currency_id: 'USDT-bsc', expected_units: FEE_UNITS * 10n ** 12n },
  ]);
  // What is due of a fee is due once, whatever networks it could be paid on.
  expect((await findDueFees(ctx, [link.requestRowId])).get(link.requestRowId)).toEqual(fees);
});

it('is an outage where no node of the other network is configured, and adds nothing', async () => {
  const ctx = testContext({ db: database.db, chains: connected() });
  const { link, fees } = await linkWithFee(ctx);
  await expect(open(ctx, 'USDC-arbitrum-one', fees)).rejects.toThrow(Outage);
  const rows = await ctx.db
    .selectFrom('source_fee')
    .select('request_id')
    .where('for_request_id', '=', link.requestRowId)
    .execute();
  expect(rows).toEqual([]);
});
