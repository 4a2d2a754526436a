import { expect, it } from 'vitest';
import type { AccountState } from '#chains/accounts.ts';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { TOKENS } from '../../../tests/support/destination-host.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { safeAccounts, safeState } from '../../../tests/support/safe-accounts.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { findOwnDestination } from './find-own-destination.ts';
import { registerDestination } from './register-destination.ts';

const WALLET = '0x1111111111111111111111111111111111111111';
const SAFE = safeState([WALLET]);

const database = useTestDatabase();

/** What is stored of a wallet on Base that is registered while the networks answer so, one time after another. */
async function registered(...answers: readonly (AccountState | 'down')[]): Promise<string[]> {
  const accountId = await insertAccount(database.db);
  const types: string[] = [];
  for (const answer of answers) {
    const base = safeAccounts('base');
    base.script.isDown = answer === 'down';
    if (answer !== 'down') base.script.states.set(WALLET, answer);
    // A Safe of the same address on another network says nothing of this one.
    const other = safeAccounts('matic');
    other.script.states.set(WALLET, SAFE);
    const chains = connected(
      { ...stillChain('base'), accounts: base.accounts },
      { ...stillChain('matic'), accounts: other.accounts },
    );
    types.push(await register(testContext({ db: database.db, chains }), accountId));
  }
  return types;
}

async function register(ctx: Context, accountId: string): Promise<string> {
  const { destinationId } = await registerDestination(ctx, {
    accountId,
    destinationId: `${WALLET}@eip155:8453:${TOKENS.usdcBase}`,
  });
  const stored = await findOwnDestination(ctx, { accountId, destinationId });
  return stored?.walletType ?? 'nothing';
}

it('is safe for a Safe on the network of the destination, and eoa for every other wallet', async () => {
  expect(await registered(SAFE)).toEqual(['safe']);
  expect(await registered({ kind: 'key' })).toEqual(['eoa']);
  expect(await registered({ kind: 'contract' })).toEqual(['eoa']);
  expect(await registered({ kind: 'delegated', to: WALLET })).toEqual(['eoa']);
});

it('is read again when the destination is registered again', async () => {
  expect(await registered({ kind: 'key' }, SAFE)).toEqual(['eoa', 'safe']);
});

it('stays what it was where no node answers, and registers all the same', async () => {
  expect(await registered('down', SAFE, 'down')).toEqual(['eoa', 'safe', 'safe']);
  const ctx = testContext({ db: database.db });
  expect(await register(ctx, await insertAccount(database.db))).toBe('eoa');
});
