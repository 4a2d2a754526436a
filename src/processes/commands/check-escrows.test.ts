import { expect, it } from 'vitest';
import { openEscrowWorld } from '../../../tests/support/escrow-world.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { checkEscrows } from './check-escrows.ts';

it('says of each escrow whether it is there, with collectors of its own', async () => {
  await using world = await openEscrowWorld();
  const { chain, escrow } = world;
  const setUp = (isDeployed: boolean, areCollectorsRight: boolean) => ({
    ...chain,
    escrow: { ...escrow, readSetup: async () => ({ isDeployed, areCollectorsRight }) },
  });
  const found = await checkEscrows([
    chain,
    setUp(false, false),
    setUp(true, false),
    stillChain('sepolia'),
  ]);
  expect(found.map(({ about, warns }) => [about, warns])).toEqual([
    ['escrow base', false],
    ['escrow base', true],
    ['escrow base', true],
  ]);
});
