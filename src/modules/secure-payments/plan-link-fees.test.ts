import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { readTerms } from '#modules/requests/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { planLinkFees } from './plan-link-fees.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const PAYEE = '0x1111111111111111111111111111111111111111';

it('a partner’s fees are looked up once, however many payments a link asks for', async () => {
  let statements = 0;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  const ctx: Context = testContext({
    db,
    chains: connected(stillChain('base')),
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
  const currency = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
  const terms = readTerms(ctx, { payee: PAYEE, amount: '1', ...currency });
  const agreed = await planLinkFees(
    ctx,
    Array.from({ length: 200 }, () => terms),
  );
  expect(agreed).toHaveLength(200);
  expect(statements).toBe(1);
});
