import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newWallet,
  type SignedDestinationHost,
  signedDestinationHost,
} from '../../../tests/support/signed-destination-host.ts';
import { sweeps } from './sweeps.ts';

let host: SignedDestinationHost;
beforeAll(async () => {
  host = await signedDestinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const HOUR_MS = 60 * 60_000;
const never = new AbortController().signal;
const sweep = async () => await Promise.all(sweeps.map(({ run }) => run(host.ctx, never)));

it('deletes nonces an hour after they expired', async () => {
  const owner = await host.owner();
  await host.signable(owner.byKey, newWallet().address);
  await host.register(owner.byKey, newWallet());
  host.now.advance(HOUR_MS);
  expect(await sweep()).toEqual([0]);
  host.now.advance(HOUR_MS);
  expect(await sweep()).toEqual([2]);
  expect(await host.stored(owner.accountId)).toHaveLength(1);
});
