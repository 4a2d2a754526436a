import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { createRequests } from './create-requests.ts';
import { readTerms } from './read-terms.ts';
import { insertRequests } from './store/new-requests.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
  accountId = await insertAccount(database.db);
  ctx = testContext({
    db: database.db,
    chains: connected(stillChain('base')),
    actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
  });
});
afterAll(() => database[Symbol.asyncDispose]());

const PAYEE = '0x1111111111111111111111111111111111111111';
const RECEIVER = '0x6666666666666666666666666666666666666666';
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** The same context, over a database that counts its statements. */
function counting(base: Context) {
  let statements = 0;
  const db = base.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  return { ctx: { ...base, db }, statements: () => statements };
}

function input(length: number, base: Context = ctx) {
  const currency = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
  const terms = readTerms(base, { payee: PAYEE, amount: '10', ...currency });
  const all = Array.from({ length }, (_, i) => ({ ...terms, amountField: `[${i}].amount` }));
  return { flow: 'incoming', terms: all } as const;
}

function charging(evmAddress: string): Context {
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress };
  return { ...ctx, settings: { ...ctx.settings, protocolFee } };
}

const countRequests = async () => {
  const { n } = await database.db
    .selectFrom('request')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

describe('creating requests', () => {
  it('resolves a partner’s fees once, however many requests there are', async () => {
    const { ctx: counted, statements } = counting({
      ...ctx,
      actor: {
        kind: 'orchestrator_pair',
        accountId: 'a',
        orchestratorId: 'o',
        orchestratorKeyId: 'k',
        clientIdId: 'c',
        clientId: 'cli_c',
        origin: undefined,
        allowedDomains: [],
        boundDestinationId: undefined,
        defaultFee: undefined,
        canPayAnyPayee: true,
        linkedTo: 'o',
      },
    });
    const drafts = await createRequests(counted, input(200), async (drafts) => drafts);
    expect(drafts).toHaveLength(200);
    expect(statements()).toBe(1);
  });

  it('writes requests with their fees by one statement', async () => {
    const before = await countRequests();
    const { ctx: counted, statements } = counting(charging(RECEIVER));
    const drafts = await createRequests(counted, input(3), async (drafts) => {
      await insertRequests(counted, drafts);
      return drafts;
    });
    expect(statements()).toBe(1);
    expect(await countRequests()).toBe(before + 6);
    const fees = await database.db
      .selectFrom('fee_component as component')
      .innerJoin('request as fee', 'fee.id', 'component.request_id')
      .select(['component.for_request_id', 'fee.expected_units', 'fee.payee_address'])
      .where(
        'for_request_id',
        'in',
        drafts.map(({ row }) => row.id),
      )
      .execute();
    expect(fees).toHaveLength(3);
    expect(fees[0]).toMatchObject({ expected_units: 100_000n, payee_address: RECEIVER });
    expect(drafts[0]?.order).toMatchObject({
      due: { amountUnits: 10_000_000n, feeUnits: 0n },
      feeLegs: [{ amountUnits: 100_000n, receiverAddress: RECEIVER }],
    });
  });

  it('writes nothing if a step before the write fails', async () => {
    const before = await countRequests();
    const failing = createRequests(ctx, input(1), async () => {
      throw new Error('no node answers');
    });
    await expect(failing).rejects.toThrow('no node answers');
    expect(await countRequests()).toBe(before);
  });

  it('drafts again with another reference if one was taken', async () => {
    const references: unknown[] = [];
    const first = await createRequests(ctx, input(1), async (drafts) => {
      await insertRequests(ctx, drafts);
      return drafts[0]?.row.payment_reference;
    });
    await createRequests(ctx, input(1), async (drafts) => {
      const taken = drafts.map((draft) => {
        references.push(draft.row.payment_reference);
        const payment_reference = references.length === 1 && first ? first : undefined;
        return { ...draft, row: { ...draft.row, ...(payment_reference && { payment_reference }) } };
      });
      await insertRequests(ctx, taken);
    });
    expect(new Set([first, ...references]).size).toBe(3);
  });

  it('does not retry inside of a transaction, which the refused statement has ended', async () => {
    let attempts = 0;
    const taken = await createRequests(ctx, input(1), async (drafts) => {
      await insertRequests(ctx, drafts);
      return drafts[0]?.row.payment_reference;
    });
    const outer = database.db.transaction().execute(async (db) => {
      await createRequests({ ...ctx, db }, input(1), async (drafts) => {
        attempts += 1;
        const again = drafts.map((draft) => ({
          ...draft,
          row: { ...draft.row, ...(taken && { payment_reference: taken }) },
        }));
        await insertRequests({ ...ctx, db }, again);
      });
    });
    await expect(outer).rejects.toThrow(/request_payment_reference_key/);
    expect(attempts).toBe(1);
  });

  it('refuses a fee whose receiver is the token’s own contract', async () => {
    const writing = createRequests(charging(USDC_BASE), input(1), async () => undefined);
    await expect(writing).rejects.toMatchObject({ code: 'fee_receiver_is_token', status: 400 });
  });
});
