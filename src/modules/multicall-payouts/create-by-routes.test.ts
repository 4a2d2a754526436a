import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bridgedChain, sampleProvider } from '../../../tests/support/bridged-chains.ts';
import { refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts } from '../../../tests/support/bundles.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { createMulticallPayout } from './create-multicall-payout.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
  accountId = await insertAccount(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());

type Parts = Parameters<typeof insertPayouts>[1];
const USDC: Parts[number] = { currencyId: 'USDC-base' };

function owner(more: Partial<Parameters<typeof testContext>[0]> = {}) {
  const chains = connected(
    bridgedChain('base'),
    bridgedChain('optimism'),
    stillChain('sepolia'),
    stillChain('tron'),
  );
  const actor = { kind: 'api_key' as const, apiKeyId: 'key', accountId };
  return testContext({ db: database.db, chains, routes: sampleProvider(), actor, ...more });
}

async function create(
  parts: Parts,
  kind: 'evm_cross_chain' | 'evm_same_chain' | undefined,
  ctx = owner(),
) {
  const links = await insertPayouts(ctx, parts, accountId);
  const childTokens = links.map(({ token }) => token);
  return await createMulticallPayout(ctx, { childTokens, requestedExecutionKind: kind });
}

describe('a bundle that is paid from another network', () => {
  it.each<['evm_cross_chain' | undefined, Parts]>([
    ['evm_cross_chain', [USDC, USDC]],
    ['evm_cross_chain', [USDC, { currencyId: 'USDC-optimism' }, { currencyId: 'USDT-base' }]],
    [undefined, [USDC, { currencyId: 'USDC-optimism' }]],
    ['evm_cross_chain', Array.from({ length: 20 }, () => USDC)],
  ])('may be asked for as %s, over several networks and tokens', async (kind, parts) => {
    expect((await create(parts, kind)).items).toHaveLength(parts.length);
  });

  it.each(['evm_cross_chain', undefined] as const)(
    'has 20 children at most as %s',
    async (kind) => {
      const others = Array.from({ length: 20 }, () => USDC);
      expect(
        await refusalOf(create([{ currencyId: 'USDC-optimism' }, ...others], kind)),
      ).toMatchObject({
        code: 'multicall_validation_failed',
        body: {
          failures: [{ securePaymentToken: '*', reason: 'cap_exceeded' }],
          cap: { maximum: 20, actual: 21, reduceBy: 1 },
        },
      });
    },
  );

  it('has as many as the operator says', async () => {
    const ctx = owner();
    const settings = { ...ctx.settings, multicallCrossChainChildrenMax: 2 };
    const three = [USDC, USDC, USDC];
    const made = create(three, 'evm_cross_chain', { ...ctx, settings });
    expect(await refusalOf(made)).toMatchObject({ body: { cap: { maximum: 2 } } });
    expect((await create(three, undefined, { ...ctx, settings })).items).toHaveLength(3);
  });

  it.each<[string, Parts[number], string]>([
    ['on a network without a bridge', { currencyId: 'USDC-sepolia' }, 'Sepolia'],
    ['on Tron', { currencyId: 'USDC-tron' }, 'Tron'],
    ['of a dollar and less', { ...USDC, expectedUnits: 1_000_000n }, 'more than 1 USD'],
    ['of something without a known worth', { currencyId: 'ETH-base' }, 'of a stablecoin'],
  ])('has no child %s', async (_what, wrong, message) => {
    const refusal = await refusalOf(create([USDC, wrong, USDC], 'evm_cross_chain'));
    expect(refusal).toMatchObject({
      code: 'multicall_validation_failed',
      body: { failures: [{ reason: 'not_payable_child', context: { position: 1 } }] },
      errors: [{ field: 'childTokens[1]', message: expect.stringContaining(message) }],
    });
  });

  it('is not made where the service has no route provider', async () => {
    const ctx = owner({ routes: undefined });
    expect(await refusalOf(create([USDC, USDC], 'evm_cross_chain', ctx))).toMatchObject({
      code: 'not_supported',
    });
    const several = [USDC, { currencyId: 'USDC-optimism' }];
    expect(await refusalOf(create(several, undefined, ctx))).toMatchObject({
      body: { failures: [{ reason: 'not_payable_child', context: { position: 1 } }] },
    });
  });
});
