import { expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { reserveSponsorship } from './reserve-sponsorship.ts';

const database = useTestDatabase();
const BUDGET_UNITS = 600n;
const [ONE, OTHER] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
];

/** Counts operations for an account in their order, and says which were refused. */
async function newAccount() {
  const bare = testContext({ db: database.db });
  const ctx = { ...bare, settings: { ...bare.settings, sponsorshipBudgetOf: () => BUDGET_UNITS } };
  const accountId = await insertAccount(ctx.db);
  const parts = {
    accountId,
    network: 'base',
    entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    callHash: `0x${'00'.repeat(32)}`,
  } as const;
  return async (token: string, { sender = ONE, nonce = 0n, costUnits = 1n } = {}) => {
    const key = { ...parts, token: `${accountId} ${token}`, sender, nonce };
    return await reserveSponsorship(ctx, { network: NETWORKS.base, key, costUnits }).then(
      () => 'counted',
      (error: unknown) => Object(error).code,
    );
  };
}

it('one smart account takes half of an account’s budget of the day at most, by however many links', async () => {
  const reserve = await newAccount();
  expect(await reserve('a', { costUnits: 150n })).toBe('counted');
  expect(await reserve('b', { costUnits: 150n })).toBe('counted');
  expect(await reserve('b', { costUnits: 150n })).toBe('counted');
  expect(await reserve('c')).toBe('sponsorship_budget_used');
  expect(await reserve('c', { sender: OTHER, costUnits: 150n })).toBe('counted');
});

it('five operations of a link are counted in all, each as often as it is asked for', async () => {
  const reserve = await newAccount();
  const answers: string[] = [];
  for (const nonce of [0n, 1n, 2n, 3n, 4n, 5n]) answers.push(await reserve('a', { nonce }));
  expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'counted'));
  expect(answers[5]).toBe('sponsorship_budget_used');
  expect(await reserve('a', { nonce: 1n })).toBe('counted');
});
