import { expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { checkChainIds } from './chain-ids.ts';
import { WrongChain } from './failure.ts';
import { systemRuntime } from './runtime.ts';

/** A node of another chain, which reports it when `answers` resolves. */
const foreign = (name: string, answers: Promise<unknown>) => ({
  name,
  verifyChainId: async () => {
    await answers;
    throw new WrongChain(1n);
  },
});

it('nodes of another chain are named in the order of the settings, whichever answers first', async () => {
  const { promise: later, resolve } = Promise.withResolvers<void>();
  const first = foreign('1', later);
  const second = foreign(
    '2',
    Promise.resolve().finally(() => setImmediate(resolve)),
  );
  const checking = checkChainIds({ network: NETWORKS.base, runtime: systemRuntime }, [
    first,
    second,
  ]);
  await expect(checking).rejects.toThrow('node 1 serves chain 1, node 2 serves chain 1, but Base');
});
