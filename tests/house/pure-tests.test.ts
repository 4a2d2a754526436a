import { describe, expect, it } from 'vitest';
import { findPureTests } from '../support/pure-tests.ts';
import { root } from './tree.ts';

describe('the pure tests', () => {
  const pure = findPureTests(root);

  it.each([
    'src/kit/machine.test.ts',
    'src/modules/webhooks/model/retry-schedule.test.ts',
    'web/pay/transitions.test.ts',
  ])('hold %s', (path) => expect(pure).toContain(path));

  it.each([
    'src/modules/webhooks/deliver-webhooks.test.ts', // a database, by way of a host
    'src/chains/evm/evm-chain.test.ts', // a node
    'src/sandbox/database/start.test.ts', // a server of its own
    'src/main.test.ts', // a process
  ])('do not hold %s', (path) => expect(pure).not.toContain(path));
});
